import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Oauth, OauthAnswer } from '../../oauth/index.ts';
import type { SignIn } from '../../sign-in/index.ts';
import { sendJson } from '../answers/answers.ts';
import type { Answer, Route } from '../route.ts';
import { protectedReply, sendBrowserError } from './error-page.ts';

export type OauthRouteDeps = { readonly oauth: Oauth; readonly signIn: Pick<SignIn, 'isActive'> };

const maxBodyBytes = 16 * 1024;
/** Any client can send a request, and it is stored until a person allows or refuses it. So its length is limited. */
const maxQueryLength = 4_096;
export const oauthError = Type.Object({
  error: Type.String(),
  error_description: Type.Optional(Type.String()),
});
const browserErrors: Readonly<Record<number, Answer>> = {
  303: { description: 'To the consent page, or back to the partner' },
  400: {
    description: 'The request is wrong in a way that must not be sent to its redirect_uri',
    schema: oauthError,
  },
  401: { description: 'invalid_client: the client_id is not known', schema: oauthError },
  403: { description: 'access_denied: the person has signed out since the decision', schema: oauthError },
  429: { description: 'temporarily_unavailable: too many requests', schema: oauthError },
  500: { description: 'server_error', schema: oauthError },
  503: { description: 'temporarily_unavailable: the database is busy or unavailable', schema: oauthError },
};
const clientErrors: Readonly<Record<number, Answer>> = {
  400: {
    description: 'The error codes of RFC 6749, such as invalid_grant. error_description gives the reason',
    schema: oauthError,
  },
  401: { description: 'invalid_client: the client_id or the secret is wrong or missing', schema: oauthError },
  429: { description: 'temporarily_unavailable: too many requests', schema: oauthError },
  500: { description: 'server_error', schema: oauthError },
  503: { description: 'temporarily_unavailable: the database is busy or unavailable', schema: oauthError },
};
const basic = 'The client_id and the client secret go into "Authorization: Basic".';

export const oauthRoutes = (deps: OauthRouteDeps): Route[] => [
  authorizeRoute(deps),
  resumeRoute(deps),
  tokenRoute(deps),
  revokeRoute(deps),
  endGrantRoute(deps),
];

const authorizeRoute = ({ oauth }: OauthRouteDeps): Route => ({
  method: 'GET',
  path: '/oauth/authorize',
  access: { kind: 'oauth', caller: 'browser' },
  document: {
    tag: 'OAuth',
    summary: 'Ask a person to allow a partner access to their account',
    description:
      'A partner sends browsers here. The person signs in, chooses an account and its avatars, and comes back to the redirect_uri with a code.',
    query: {
      response_type: Type.Literal('code'),
      client_id: Type.String(),
      redirect_uri: Type.String({ description: 'Exactly one of the registered URIs.' }),
      code_challenge: Type.String({ description: 'The PKCE challenge.' }),
      code_challenge_method: Type.Literal('S256'),
      scope: Type.String({
        description: 'read_avatars, generate_tokens, or both with a space. Left out: both.',
      }),
      state: Type.String({ description: 'Returned unchanged.' }),
    },
    required: ['response_type', 'client_id', 'redirect_uri', 'code_challenge', 'code_challenge_method'],
    answers: browserErrors,
  },
  async handle(request, reply) {
    const at = request.url.indexOf('?');
    const query = at === -1 ? '' : request.url.slice(at);
    if (query.length > maxQueryLength)
      return sendBrowserError(request, reply, 400, {
        error: 'invalid_request',
        error_description: `The query may have at most ${maxQueryLength} characters.`,
      });
    return sendToBrowser(request, reply, await oauth.authorize(query));
  },
});

const resumeRoute = ({ oauth, signIn: { isActive } }: OauthRouteDeps): Route => ({
  method: 'GET',
  path: '/oauth/authorize/:uid',
  access: { kind: 'oauth', caller: 'browser' },
  document: {
    tag: 'OAuth',
    summary: 'Go back to the partner after the decision',
    answers: browserErrors,
  },
  async handle(request, reply) {
    const { uid } = request.params as { uid: string };
    const { cookie } = request.headers;
    return sendToBrowser(request, reply, await oauth.resume({ uid, cookie, isActive }));
  },
});

const tokenRoute = ({ oauth }: OauthRouteDeps): Route => ({
  method: 'POST',
  path: '/oauth/token',
  access: { kind: 'oauth', caller: 'client' },
  maxBodyBytes,
  document: {
    tag: 'OAuth',
    summary: 'Exchange a code or a refresh token for an access token',
    description: `${basic} The body is application/x-www-form-urlencoded. Each use of a refresh token gives a new one; a second use of the old one ends all that came from the same code.`,
    form: Type.Object({
      grant_type: Type.Enum(['authorization_code', 'refresh_token']),
      code: Type.Optional(Type.String()),
      redirect_uri: Type.Optional(Type.String()),
      code_verifier: Type.Optional(Type.String()),
      refresh_token: Type.Optional(Type.String()),
      scope: Type.Optional(Type.String({ description: 'With a refresh token: fewer scopes than it has.' })),
    }),
    answers: {
      200: {
        description: 'The tokens',
        schema: Type.Object({
          access_token: Type.String(),
          token_type: Type.Literal('Bearer'),
          expires_in: Type.Integer({ description: 'Seconds.' }),
          refresh_token: Type.String(),
          scope: Type.String(),
          account_id: Type.String({ description: 'The account that allows the access. It never changes.' }),
        }),
      },
      ...clientErrors,
    },
  },
  handle: async (request, reply) => sendToClient(reply, await oauth.token(clientRequestOf(request))),
});

const revokeRoute = ({ oauth }: OauthRouteDeps): Route => ({
  method: 'POST',
  path: '/oauth/revoke',
  access: { kind: 'oauth', caller: 'client' },
  maxBodyBytes,
  document: {
    tag: 'OAuth',
    summary: 'End a token and all that came from the same code (RFC 7009)',
    description: `${basic} A token that is not known counts as ended.`,
    form: Type.Object({
      token: Type.String({ description: 'An access token or a refresh token.' }),
      token_type_hint: Type.Optional(Type.String()),
    }),
    answers: { 200: { description: 'The token is ended', schema: Type.Object({}) }, ...clientErrors },
  },
  handle: async (request, reply) => sendToClient(reply, await oauth.revoke(clientRequestOf(request))),
});

const endGrantRoute = ({ oauth }: OauthRouteDeps): Route => ({
  method: 'DELETE',
  path: '/oauth/grants/:account_id',
  access: { kind: 'oauth', caller: 'client' },
  maxBodyBytes,
  document: {
    tag: 'OAuth',
    summary: 'End what an account allows the partner',
    description: `${basic} The account_id is in the answer of the token endpoint. All tokens for the account end, and deliveries that wait are discarded. No customer:logout is sent. A second call gives the same answer.`,
    answers: {
      200: {
        description: 'The access has ended, now or before',
        schema: Type.Object({
          account_id: Type.String(),
          ended_at: Type.Integer({ description: 'Unix milliseconds.' }),
        }),
      },
      ...clientErrors,
      404: { description: 'not_found: the account never allowed this partner access', schema: oauthError },
    },
  },
  async handle(request, reply) {
    const { account_id: accountId } = request.params as { account_id: string };
    const { authorization } = request.headers;
    return sendToClient(reply, await oauth.endGrant({ authorization, accountId, address: request.ip }));
  },
});

const clientRequestOf = ({ id, headers, body }: FastifyRequest) => ({
  requestId: id,
  authorization: headers.authorization,
  contentType: headers['content-type'],
  body: body instanceof Uint8Array ? body : undefined,
});

function sendToBrowser(request: FastifyRequest, reply: FastifyReply, answer: OauthAnswer): FastifyReply {
  const { status, headers, cookies, body } = answer;
  for (const cookie of cookies) reply.header('set-cookie', cookie);
  if (headers.location !== undefined)
    return protectedReply(reply).code(status).header('location', headers.location).send();
  const { error: code, error_description: description } = body ?? {};
  return sendBrowserError(request, reply, status, {
    error: String(code ?? 'server_error'),
    error_description: String(description ?? ''),
  });
}

function sendToClient(reply: FastifyReply, { status, headers, body }: OauthAnswer): FastifyReply {
  reply.headers({ ...headers, 'cache-control': 'no-store' });
  return body === null ? reply.code(status).send() : sendJson(reply, status, body);
}
