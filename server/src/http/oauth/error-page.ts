import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../kernel/index.ts';
import { page } from '../reference/html.ts';
import type { OauthAccess } from '../route.ts';
import { sendOauthError } from './oauth-error.ts';

type OauthError = { readonly error: string; readonly error_description?: string };

/** What a person can do about an error. The application's developers get the code and its description. */
const advice: Readonly<Record<string, string>> = {
  invalid_client: 'This service does not know the application that sent you here. Tell its makers.',
  invalid_redirect_uri:
    'The application that sent you here did not register the address that you should return to. Tell its makers.',
  access_denied: 'Go back to the application and connect again.',
  temporarily_unavailable: 'Wait a moment, then go back to the application and connect again.',
  server_error: 'Something went wrong on our side. Go back to the application and connect again.',
};
const otherAdvice = 'Go back to the application that sent you here and connect again.';

const title = 'Could not connect the application';
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Protects an answer to a browser: it cannot be framed, is not cached, and sends no referrer to other pages. */
export function protectedReply(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store');
}

/** An error that does not come from the OAuth library, for either kind of caller. */
export function sendFault(
  request: FastifyRequest,
  reply: FastifyReply,
  { caller }: OauthAccess,
  status: number,
  error: string,
  description: string,
): FastifyReply {
  return caller === 'browser'
    ? sendBrowserError(request, reply, status, { error, error_description: description })
    : sendOauthError(reply, status, error, description);
}

/** An error for the person at the browser; JSON for all other callers. */
export function sendBrowserError(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { error, error_description: description = '' }: OauthError,
): FastifyReply {
  protectedReply(reply).header('vary', 'accept');
  if (!/\btext\/html\b/.test(request.headers.accept ?? ''))
    return sendOauthError(reply, status, error, description);
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .send(pageOf(error, description));
}

const pageOf = (error: string, description: string): string =>
  page(
    title,
    html`<main>
      <h1>${title}</h1>
      <p>${advice[error] ?? otherAdvice}</p>
      <p><small>${error}${description === '' ? '' : `: ${description}`}</small></p>
    </main>`,
  );
