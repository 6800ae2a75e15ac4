import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../kernel/index.ts';
import { openPage, type Route } from '../route.ts';
import type { StaticFile } from './static-files.ts';
import { sendFile } from './web-routes.ts';

const folder = 'dashboard/';

/**
 * The files of the dashboard. Every other address under /dashboard gets its one HTML page. The bare address redirects
 * there.
 */
export function dashboardPageRoutes(deps: { files: ReadonlyMap<string, StaticFile> }): Route[] {
  const { files } = deps;
  const page = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const index = files.get(`${folder}index.html`);
    if (index === undefined) throw notFound('The dashboard has not been built: run "npm start".');
    return sendFile(request, guarded(reply), index);
  };
  return [
    // Not permanent: an operator may put something else there later.
    openPage('/', (_request, reply) => reply.redirect('/dashboard', 302)),
    openPage('/dashboard', page),
    openPage('/dashboard/*', (request, reply) => {
      const name = (request.params as { '*'?: string })['*'] ?? '';
      const file = name === '' ? undefined : files.get(folder + name);
      if (file !== undefined && name !== 'index.html') return sendFile(request, guarded(reply), file);
      // A missing file must not be answered with the page, because browsers would run it as a script.
      if (name.startsWith('assets/')) throw notFound('There is nothing at this address.');
      return page(request, reply);
    }),
  ];
}

/** Allows only our own files, no inline scripts or styles, and no framing. */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function guarded(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), geolocation=(), microphone=(self)');
}
