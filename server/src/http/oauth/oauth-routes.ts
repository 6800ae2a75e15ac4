import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Oauth, OauthAnswer } from '../../oauth/index.ts';
import type { SignIn } from '../../sign-in/index.ts';
import { sendJson } from '../answers/answers.ts';
import { type Method, type OauthAccess, type Route, type RouteDocument, withErrorSchema } from '../route.ts';
import documents from './documents.json' with { type: 'json' };
import { protectedReply, sendBrowserError } from './error-page.ts';

export type OauthRouteDeps = { readonly oauth: Oauth; readonly signIn: Pick<SignIn, 'isActive'> };

const maxBodyBytes = 16 * 1024;
/** Any client can send a request, and it is stored until a person allows or refuses it. So its length is limited. */
const maxQueryLength = 4_096;
export const oauthError = Type.Object({
  error: Type.String(),
  error_description: Type.Optional(Type.String()),
});

export const oauthRoutes = ({ oauth, signIn: { isActive } }: OauthRouteDeps): Route[] => [
  oauthRoute('GET /oauth/authorize', 'browser', async (request, reply) => {
    const at = request.url.indexOf('?');
    const query = at === -1 ? '' : request.url.slice(at);
    if (query.length > maxQueryLength)
      return sendBrowserError(request, reply, 400, {
        error: 'invalid_request',
        error_description: `The query may have at most ${maxQueryLength} characters.`,
      });
    return sendToBrowser(request, reply, await oauth.authorize(query));
  }),
  oauthRoute('GET /oauth/authorize/:uid', 'browser', async (request, reply) => {
    const { uid } = request.params as { uid: string };
    const { cookie } = request.headers;
    return sendToBrowser(request, reply, await oauth.resume({ uid, cookie, isActive }));
  }),
  oauthRoute('POST /oauth/token', 'client', async (request, reply) =>
    sendToClient(reply, await oauth.token(clientRequestOf(request))),
  ),
  oauthRoute('POST /oauth/revoke', 'client', async (request, reply) =>
    sendToClient(reply, await oauth.revoke(clientRequestOf(request))),
  ),
  oauthRoute('DELETE /oauth/grants/:account_id', 'client', async (request, reply) => {
    const { account_id: accountId } = request.params as { account_id: string };
    const { authorization } = request.headers;
    return sendToClient(reply, await oauth.endGrant({ authorization, accountId, address: request.ip }));
  }),
];

function oauthRoute(
  name: keyof typeof documents.routes,
  caller: OauthAccess['caller'],
  handle: Route['handle'],
): Route {
  const [method, path = ''] = name.split(' ');
  const document: RouteDocument = documents.routes[name];
  const errors: RouteDocument['answers'] = documents.errors[caller];
  return {
    method: method as Method,
    path,
    access: { kind: 'oauth', caller },
    maxBodyBytes,
    document: { ...document, answers: withErrorSchema({ ...errors, ...document.answers }, oauthError) },
    handle,
  };
}

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
