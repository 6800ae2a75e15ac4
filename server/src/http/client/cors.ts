import type { FastifyReply } from 'fastify';
import type { Route } from '../route.ts';

/**
 * Pages of any origin may call: no cookie is involved, and an avatar's own list of origins is checked against the
 * Origin header when a session is opened.
 */
export const allowAnyPage = (reply: FastifyReply): FastifyReply =>
  reply.header('access-control-allow-origin', '*');

/** Whether the origin is our own page, under any of our names. Requests for foreign hosts were refused before. */
export const isSameHost = (origin: string, host: string | undefined): boolean =>
  URL.canParse(origin) && new URL(origin).host === host;

export function preflightRoute(path: string, method = 'POST', headers = 'content-type'): Route {
  return {
    method: 'OPTIONS',
    path,
    access: { kind: 'open' },
    document: null,
    handle: (_request, reply) =>
      allowAnyPage(reply)
        .header('access-control-allow-methods', method)
        .header('access-control-allow-headers', headers)
        .header('access-control-max-age', '600')
        .code(204)
        .send(),
  };
}
