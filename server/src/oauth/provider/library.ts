import { readFile } from 'node:fs/promises';
import { createRequire, findPackageJSON } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as Oidc from 'oidc-provider';
import { loadGradually } from '../../kernel/index.ts';

export type OauthErrors = typeof Oidc.errors;
export type OauthLibrary = {
  readonly Provider: typeof Oidc.Provider;
  readonly errors: OauthErrors;
  readonly interactionPolicy: typeof Oidc.interactionPolicy;
};

/**
 * Loads the OAuth library, which takes 35 MB and a few hundred milliseconds. It is loaded only if it is needed, and in
 * small steps, because a single import would block the event loop for all that time. The package's own entry point is
 * not used: it prints a warning on every Node that is not an LTS release.
 */
export async function loadLibrary(): Promise<OauthLibrary> {
  const provider = import.meta.resolve(`${folder}/provider.js`);
  await loadPackagesOf('koa', provider);
  await loadGradually(provider);
  return {
    Provider: (await load<{ Provider: typeof Oidc.Provider }>('provider.js')).Provider,
    errors: await load<OauthErrors>('helpers/errors.js'),
    interactionPolicy: await load<typeof Oidc.interactionPolicy>('helpers/interaction_policy/index.js'),
  };
}

const folder = 'oidc-provider/lib';

const load = async <T>(file: string): Promise<T> => {
  const loaded: unknown = await import(`${folder}/${file}`);
  return loaded as T;
};

/** Loads the packages that a package requires, one in each turn of the event loop. */
async function loadPackagesOf(name: string, importedBy: string): Promise<void> {
  const file = findPackageJSON(name, importedBy);
  if (file === undefined) return;
  const { dependencies = {} } = JSON.parse(await readFile(file, 'utf8')) as { dependencies?: object };
  const require = createRequire(file);
  for (const dependency of Object.keys(dependencies)) {
    require(dependency);
    await nextTurn();
  }
}
