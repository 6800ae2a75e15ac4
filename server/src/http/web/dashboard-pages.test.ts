import { managementErrors } from '@parley/protocol/management/errors';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { Refusal } from '../../kernel/index.ts';
import type { StaticFile } from '../web/static-files.ts';
import { dashboardPageRoutes } from './dashboard-pages.ts';

const file = (path: string, type: string): [string, StaticFile] => [
  path,
  {
    path,
    type,
    plain: { bytes: path.length, open: () => Buffer.from(path) },
    brotli: null,
    etag: `"${path}"`,
  },
];
const files = new Map([
  file('dashboard/index.html', 'text/html; charset=utf-8'),
  file('dashboard/assets/app-12345678.js', 'text/javascript; charset=utf-8'),
  file('avatar-page/index.html', 'text/html; charset=utf-8'),
]);

function served(known: ReadonlyMap<string, StaticFile> = files) {
  const server = fastify();
  server.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Refusal ? managementErrors[error.code].status : 500).send(String(error)),
  );
  for (const { method, path, handle } of dashboardPageRoutes({ files: known }))
    server.route({ method, url: path, handler: (request, reply) => handle(request, reply) });
  return server;
}

it('every address of the app is its one page, with a policy that loads nothing from elsewhere', async () => {
  const server = served();
  for (const url of ['/dashboard', '/dashboard/', '/dashboard/avatars/1001', '/dashboard/index.html']) {
    const { statusCode, body, headers } = await server.inject({ url });
    expect([url, statusCode, body]).toEqual([url, 200, 'dashboard/index.html']);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers['x-frame-options']).toBe('DENY');
  }
});

it('the bare address leads to the dashboard', async () => {
  const { statusCode, headers } = await served().inject({ url: '/' });
  expect([statusCode, headers.location]).toEqual([302, '/dashboard']);
});

it('its files are served by name; a missing file is not answered with the page, and nothing outside its folder is served', async () => {
  const server = served();
  const script = await server.inject({ url: '/dashboard/assets/app-12345678.js' });
  expect([script.statusCode, script.headers['cache-control']]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  for (const url of ['/dashboard/assets/gone.js'])
    expect((await server.inject({ url })).statusCode).toBe(404);
  expect((await server.inject({ url: '/dashboard/..%2Favatar-page/index.html' })).body).not.toBe(
    'avatar-page/index.html',
  );
  expect((await served(new Map()).inject({ url: '/dashboard' })).statusCode).toBe(404);
});
