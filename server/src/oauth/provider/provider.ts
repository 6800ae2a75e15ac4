import type { IncomingMessage } from 'node:http';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { isTransient, type Sql } from '../../db/index.ts';
import type { Log } from '../../kernel/index.ts';
import { isClientSecret } from '../../partners/index.ts';
import type { Items } from '../tokens/oauth-items.ts';
import { tokenPrefixes } from '../tokens/token-text.ts';
import { createAdapters } from './adapter.ts';
import { configurationOf } from './configuration.ts';
import { createExchange, type LibraryAnswer, type LibraryRequest } from './exchange.ts';
import { loadLibrary } from './library.ts';
import type { FindPartner } from './partner-client.ts';
import { type RefusedTokenRequest, reasonOf } from './refused-token-request.ts';

export type ProviderDeps = {
  readonly sql: Sql;
  readonly items: Items;
  readonly partners: FindPartner;
  readonly baseUrl: string;
  readonly log: Log;
};

/** A request that now waits for a person. Only the browser that made it has the secret. */
export type Started = { readonly uid: string; readonly secret: string };
export type ProviderAnswer = LibraryAnswer & {
  readonly started: Started | null;
  /** The database was busy or unavailable. */
  readonly isUnavailable: boolean;
};
export type OauthProvider = (request: LibraryRequest) => Promise<ProviderAnswer>;

/** The address of the page on which a person decides. */
export const consentPage = (uid: string): string => `/dashboard/connect/${uid}`;

export async function createProvider(deps: ProviderDeps): Promise<OauthProvider> {
  const { sql, items, partners, baseUrl, log } = deps;
  const library = await loadLibrary();
  const started = new WeakMap<IncomingMessage, Started>();
  const unavailable = new WeakSet<IncomingMessage>();
  const adapter = createAdapters({ sql, items, partners, errors: library.errors });
  const provider = new library.Provider(
    baseUrl,
    configurationOf(library, adapter, ({ req }, { uid, cid }) => {
      started.set(req, { uid, secret: cid });
      return consentPage(uid);
    }),
  );
  Object.assign(provider.Client.prototype, {
    compareClientSecret(this: { clientSecret?: string }, given: string) {
      return isClientSecret(Buffer.from(this.clientSecret ?? '', 'hex'), given);
    },
  });
  addPrefix(provider.AccessToken.prototype, tokenPrefixes.access);
  addPrefix(provider.RefreshToken.prototype, tokenPrefixes.refresh);

  const refusedRequests = new WeakMap<IncomingMessage, RefusedTokenRequest>();
  const refused = (ctx: KoaContextWithOIDC, error: Error) => {
    const { error_detail: detail = '' } = error as { error_detail?: string };
    log.debug({ path: ctx.path, error: error.message, detail }, 'an OAuth request was refused');
    const { client, params = {} } = ctx.oidc;
    if (error.message === 'invalid_grant' && client !== undefined)
      refusedRequests.set(ctx.req, { clientId: client.clientId, detail, params });
  };
  provider.on('authorization.error', refused);
  provider.on('grant.error', refused);
  provider.on('revocation.error', refused);
  provider.on('grant.success', (ctx) => {
    const { Account: account } = ctx.oidc.entities;
    ctx.body = { ...(ctx.body as object), account_id: account?.accountId };
  });
  provider.on('server_error', (ctx, error) => {
    if (isTransient(error)) unavailable.add(ctx.req);
    log[isTransient(error) ? 'warn' : 'error']({ err: error, path: ctx.path }, 'an OAuth request failed');
  });

  const exchange = createExchange(provider, baseUrl);
  return async (request) => {
    const { message, ...answer } = await exchange(request);
    const grant = refusedRequests.get(message);
    const isUnavailable = unavailable.has(message);
    if (grant === undefined) return { ...answer, started: started.get(message) ?? null, isUnavailable };
    const reason = await reasonOf(deps, grant);
    const { clientId, detail } = grant;
    log.info({ clientId, requestId: request.requestId, detail }, 'refused a code or a refresh token');
    const body = { error: 'invalid_grant', error_description: reason };
    return { ...answer, body, started: null, isUnavailable };
  };
}

/** Adds a prefix to the tokens of a kind. */
function addPrefix(prototype: object, prefix: string): void {
  const { generateTokenId } = prototype as { generateTokenId(): string };
  Object.assign(prototype, {
    generateTokenId(this: object) {
      return prefix + generateTokenId.call(this);
    },
  });
}
