import type { Sql } from '../db/index.ts';
import { type Log, startInterval } from '../kernel/index.ts';
import { answerWith, type OauthAnswer, refusal, unauthenticated } from './answers.ts';
import { missingAuthentication } from './client-authentication.ts';
import { browserCookies, endedBrowserCookies, holdsSecret } from './consent/browser-secret.ts';
import { decisionIn } from './consent/consents.ts';
import { type EndGrantDeps, type EndGrantRequest, endGrant } from './end-grant.ts';
import { paths, resumeCookie } from './provider/configuration.ts';
import type { LibraryRequest } from './provider/exchange.ts';
import type { FindPartner } from './provider/partner-client.ts';
import { consentPage, createProvider, type OauthProvider, type ProviderAnswer } from './provider/provider.ts';
import { type Items, removeDeadItems } from './tokens/oauth-items.ts';

/** A request from a partner's server. */
export type ClientRequest = {
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: Uint8Array | undefined;
  /** For the log. */
  readonly requestId: string;
};

export type Oauth = ReturnType<typeof createOauth>;

export type ResumeRequest = {
  readonly uid: string;
  readonly cookie: string | undefined;
  /** Whether a sign-in has not ended yet. The browser does not send its cookie here, so it cannot be compared. */
  isActive(signInId: string): Promise<boolean>;
};

export type OauthDeps = {
  readonly sql: Sql;
  readonly items: Items;
  readonly partners: FindPartner;
  readonly grants: EndGrantDeps['grants'];
  readonly baseUrl: string;
  readonly log: Log;
  /** Null in tests that clean up step by step. */
  readonly cleanMs?: number | null;
};

const cleanEveryMs = 600_000;
const signedOut = 'The person who allowed this has signed out since.';
const gone = 'This request has expired, or it belongs to another browser.';

/** The OAuth endpoints, without HTTP. */
export function createOauth(deps: OauthDeps) {
  const { sql, items, baseUrl, log } = deps;
  const isHttps = baseUrl.startsWith('https:');
  let loading: Promise<OauthProvider> | null = null;
  const load = (): Promise<OauthProvider> => {
    loading ??= createProvider(deps).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  const ask = async (request: LibraryRequest): Promise<ProviderAnswer> => (await load())(request);
  const cleaning = startInterval({
    everyMs: deps.cleanMs === undefined ? cleanEveryMs : deps.cleanMs,
    run: () => removeDeadItems(sql),
    onError: (error) => log.warn({ err: error }, 'could not remove expired OAuth tokens'),
  });
  const post = async (url: string, { authorization, contentType, body, requestId }: ClientRequest) => {
    const problem = missingAuthentication(authorization, body);
    if (problem !== null) return unauthenticated(baseUrl, problem);
    const headers = {
      accept: 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    };
    return answerOf(await ask({ method: 'POST', url, headers, body, requestId }));
  };

  return {
    /** A browser brings a partner's request. It is redirected to the consent page. */
    async authorize(query: string): Promise<OauthAnswer> {
      const answer = await ask({ method: 'GET', url: `${paths.authorize}${query}`, headers: {} });
      const cookies = answer.started === null ? [] : browserCookies(answer.started, isHttps);
      return { ...answerOf(answer), cookies };
    },

    /** The browser comes back after the decision. It is redirected to the partner. */
    async resume({ uid, cookie, isActive }: ResumeRequest): Promise<OauthAnswer> {
      const item = await items.find(sql, 'Interaction', uid);
      if (item === null || !holdsSecret(cookie, item.payload.cid))
        return refusal(400, 'invalid_request', gone);
      const decision = decisionIn(item);
      if (decision === undefined) return answerWith(303, null, { location: consentPage(uid) });
      if ('consent' in decision && !(await isActive(decision.consent.signInId)))
        return refusal(403, 'access_denied', signedOut);
      if (!(await items.consume(sql, 'Interaction', uid))) return refusal(400, 'invalid_request', gone);
      const answer = await ask({
        method: 'GET',
        url: `${paths.authorize}/${uid}`,
        headers: { cookie: `${resumeCookie}=${uid}` },
      });
      return { ...answerOf(answer), cookies: endedBrowserCookies(uid, isHttps) };
    },

    token: (request: ClientRequest): Promise<OauthAnswer> => post(paths.token, request),
    async revoke(request: ClientRequest): Promise<OauthAnswer> {
      const answer = await post(paths.revoke, request);
      // Clients ignore the body (RFC 7009), but some read every answer as JSON.
      return { ...answer, body: answer.body ?? {} };
    },
    endGrant: (request: EndGrantRequest): Promise<OauthAnswer> => endGrant(deps, request),
    /** Removes expired codes and tokens now. */
    clean: (): Promise<void> => cleaning.runNow(),
    /** Loads the OAuth library, if there are partners. Otherwise the first request waits for it. */
    async warm(): Promise<void> {
      const [partner] = await sql`select from partners where deleted_at is null limit 1`;
      if (partner !== undefined) await load();
    },

    async [Symbol.asyncDispose]() {
      await cleaning[Symbol.asyncDispose]();
      await loading?.catch(() => {});
    },
  };
}

const passedOn = ['location', 'www-authenticate'];
const failed = 'The service failed. Its log has the cause.';
const unavailable = 'The database is busy or unavailable. Try again in a moment.';

/** Passes on only the headers that are known to be needed. */
function answerOf({ status, headers, body, isUnavailable }: ProviderAnswer): OauthAnswer {
  if (isUnavailable) return refusal(503, 'temporarily_unavailable', unavailable, { 'retry-after': '2' });
  const kept = Object.entries(headers).filter(([name]) => passedOn.includes(name));
  const isObject = typeof body === 'object' && body !== null && !('location' in headers);
  const shown = isObject ? (body as Readonly<Record<string, unknown>>) : null;
  if (typeof body === 'string' && body !== '' && !('location' in headers))
    return refusal(400, 'unsupported_response_mode', 'response_mode must be query');
  const isFailure = shown?.error === 'server_error';
  return answerWith(
    status,
    isFailure ? { ...shown, error_description: failed } : shown,
    Object.fromEntries(kept),
  );
}
