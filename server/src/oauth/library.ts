import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as Oidc from 'oidc-provider';

export type OauthErrors = typeof Oidc.errors;
export type OauthLibrary = {
  readonly Provider: typeof Oidc.Provider;
  readonly errors: OauthErrors;
  readonly interactionPolicy: typeof Oidc.interactionPolicy;
};

/**
 * Loads the OAuth library, which takes 35 MB and a few hundred milliseconds. It is loaded only where it is needed, and
 * in pieces, because a single import would block the event loop all the time. The package's own entry point is left
 * out: it prints a warning on every Node that is no LTS release.
 */
export async function loadLibrary(): Promise<OauthLibrary> {
  for (const piece of pieces) {
    await load(piece);
    await nextTurn();
  }
  return {
    Provider: (await load<{ Provider: typeof Oidc.Provider }>('provider.js')).Provider,
    errors: await load<OauthErrors>('helpers/errors.js'),
    interactionPolicy: await load<typeof Oidc.interactionPolicy>('helpers/interaction_policy/index.js'),
  };
}

const load = async <T>(file: string): Promise<T> => {
  const loaded: unknown = await import(`oidc-provider/lib/${file}`);
  return loaded as T;
};

/** What the library itself imports. A file that a later version does not have can be dropped from this list. */
const pieces = [
  'helpers/formatters.js',
  'helpers/errors.js',
  'helpers/keystore.js',
  'helpers/jwt.js',
  'helpers/defaults.js',
  'helpers/configuration.js',
  'shared/client_auth.js',
  'models/index.js',
  'response_modes/index.js',
  'actions/grants/index.js',
  'actions/authorization/index.js',
  'actions/index.js',
  'helpers/initialize_app.js',
  'provider.js',
];
