import type { FastifyReply } from 'fastify';
import type { Route } from '../route.ts';

/**
 * Pages of any origin may call: no cookie is involved, and an avatar's own list of origins is checked against the
 * Origin header when a session is opened.
 */
export const allowAnyPage = (reply: FastifyReply): FastifyReply =>
  reply.header('access-control-allow-origin', '*');

export function preflightRoute(path: string): Route {
  return {
    method: 'OPTIONS',
    path,
    access: { kind: 'open' },
    document: null,
    handle: (_request, reply) =>
      allowAnyPage(reply)
        .header('access-control-allow-methods', 'POST')
        .header('access-control-allow-headers', 'content-type')
        .header('access-control-max-age', '600')
        .code(204)
        .send(),
  };
}
