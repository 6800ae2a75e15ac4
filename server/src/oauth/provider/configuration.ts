import { partnerScopes } from '@parley/protocol/management';
import type { AdapterFactory, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { lifetimes } from '../tokens/lifetimes.ts';
import type { OauthLibrary } from './library.ts';

export const paths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  jwks: '/.well-known/jwks.json',
} as const;

/** The library expects this cookie on the way back. It never leaves the service. */
export const resumeCookie = 'resume';

type Context = KoaContextWithOIDC;

/**
 * The OAuth library does the authorization code flow with PKCE for clients with a secret, and nothing else. It signs
 * nothing, so it has no keys: tokens are random texts, and avatar tokens and partner JWTs are made elsewhere.
 */
export function configurationOf(
  library: OauthLibrary,
  adapter: AdapterFactory,
  started: (ctx: Context, interaction: { uid: string; cid: string }) => string,
): Configuration {
  const { errors } = library;
  const off = { enabled: false } as const;
  return {
    adapter,
    jwks: { keys: [] },
    cookies: { names: { resume: resumeCookie } },
    scopes: [...partnerScopes],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic'],
    // There is no scope `openid`, so no ID token is ever made. The library requires an algorithm nevertheless, and this
    // one needs no key of ours.
    clientDefaults: { id_token_signed_response_alg: 'HS256' },
    enabledJWA: { idTokenSigningAlgValues: ['HS256'] },
    clockTolerance: 0,
    features: {
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      resourceIndicators: off,
      rpInitiatedLogout: off,
      userinfo: off,
      revocation: {
        enabled: true,
        async allowedPolicy(_ctx, client, token) {
          if (token.clientId === client.clientId) return true;
          throw new errors.InvalidRequest('client is not authorized to revoke the presented token');
        },
      },
    },
    routes: {
      authorization: paths.authorize,
      token: paths.token,
      revocation: paths.revoke,
      jwks: paths.jwks,
    },
    pkce: { required: () => true },
    ttl: {
      AccessToken: lifetimes.accessToken,
      AuthorizationCode: lifetimes.code,
      Grant: lifetimes.refreshToken,
      Interaction: lifetimes.interaction,
      RefreshToken: lifetimes.refreshToken,
      Session: lifetimes.interaction,
    },
    expiresWithSession: async () => false,
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    clientBasedCORS: () => false,
    extraParams: {
      scope: (ctx) => checkScopes(ctx, library),
      response_mode: (ctx) => checkResponseMode(ctx, library),
    },
    interactions: { policy: alwaysAsk(library), url: (ctx, interaction) => started(ctx, interaction) },
    // The account was checked when the grant was given, and the grant is checked with every token.
    findAccount: async (_ctx, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    loadExistingGrant: newFamily,
    async renderError(ctx, out) {
      ctx.body = out;
    },
  };
}

/** No scope means all scopes. The library would ignore unknown names. */
function checkScopes(ctx: Context, { errors }: OauthLibrary): void {
  const { params } = ctx.oidc;
  const asked = typeof ctx.query.scope === 'string' ? ctx.query.scope.split(' ').filter(Boolean) : [];
  const unknown = asked.find((name) => !(partnerScopes as readonly string[]).includes(name));
  if (unknown !== undefined) throw new errors.InvalidScope('requested scope is not allowed', unknown);
  if (params !== undefined) params.scope = (asked.length === 0 ? partnerScopes : asked).join(' ');
}

/** Codes are returned in the query. The library could also put them into a form with a script. */
function checkResponseMode({ oidc: { params } }: Context, { errors }: OauthLibrary): void {
  if (params === undefined || params.response_mode === undefined || params.response_mode === 'query') return;
  params.response_mode = undefined;
  throw new errors.UnsupportedResponseMode();
}

/** Every authorization asks a person, whatever was decided before. */
function alwaysAsk({ interactionPolicy: { base, Check, Prompt } }: OauthLibrary) {
  const policy = base();
  policy.clear();
  const isDecided = (ctx: Context): boolean => ctx.oidc.result?.consent !== undefined;
  const ask = () =>
    new Check('not_decided', 'a person has to allow this', 'interaction_required', (ctx) => !isDecided(ctx));
  policy.add(new Prompt({ name: 'login', requestable: true }));
  policy.add(new Prompt({ name: 'consent', requestable: true }, ask()));
  return policy;
}

/** Creates the token family of this authorization. */
async function newFamily(ctx: Context) {
  const { account, client, provider, params, result } = ctx.oidc;
  if (account === undefined || client === undefined || result?.consent === undefined) return undefined;
  const family = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  family.addOIDCScope(String(params?.scope ?? ''));
  await family.save();
  return family;
}
