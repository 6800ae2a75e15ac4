import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from '../settings/index.ts';
import { sendWordError } from './answers/answers.ts';
import type { Route } from './route.ts';

const everywhere = ['/healthz', '/readyz', '/metrics'];

/** The role of the processes that serve a path; null if all do. */
export function roleOf(path: string): Role | null {
  if (everywhere.includes(path)) return null;
  return path.startsWith('/client/') ? 'live' : 'web';
}

/**
 * Routes of other roles answer with the right role: a load balancer that sends their requests here is configured
 * wrongly.
 */
export const routesOfRoles = (roles: readonly Role[], routes: readonly Route[]): Route[] =>
  routes.map((route) => {
    const role = roleOf(route.path);
    return role === null || roles.includes(role) ? route : elsewhere(route, role);
  });

const elsewhere = ({ method, path }: Route, role: Role): Route => ({
  method,
  path,
  access: { kind: 'open' },
  document: null,
  handle: (_request: FastifyRequest, reply: FastifyReply) =>
    sendWordError(
      reply,
      404,
      'not_found',
      `This process does not serve this address. Send it to one whose ROLES include ${role}.`,
    ),
});
