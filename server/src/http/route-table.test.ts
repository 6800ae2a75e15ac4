import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../testing/app/index.ts';
import type { Route } from './route.ts';

describe('the route table', () => {
  let test: TestApp;
  let routes: readonly Route[];

  beforeAll(async () => {
    test = await testApp();
    ({ routes } = test.app);
    await test.app.server.ready();
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const nameOf = ({ method, path }: Route) => `${method} ${path}`;

  it('has every route of the four endpoints', () => {
    expect(routes.map(nameOf)).toEqual(
      expect.arrayContaining([
        'POST /auth/generate-token',
        'GET /avatars',
        'GET /session/query',
        'POST /sessions/disconnect',
        'GET /.well-known/jwks.json',
      ]),
    );
  });

  it('has a rule for every route, and only rules that are known', () => {
    const kinds = routes.map((route) => [nameOf(route), route.access.kind]);
    for (const [name, kind] of kinds) {
      expect(
        ['open', 'loopback-or-operator', 'api-key', 'session-token', 'management', 'oauth'],
        name,
      ).toContain(kind);
    }
  });

  it('opens to everyone only what is meant for everyone', () => {
    const open = routes.filter((route) => route.access.kind === 'open').map(nameOf);
    for (const name of open) expect(name, `${name} is open`).not.toMatch(/\/v1\b|^(PUT|PATCH|DELETE) /);
    expect(routes.filter((route) => route.path.startsWith('/v1/'))).toSatisfy((found: Route[]) =>
      found.every((route) => route.access.kind === 'management'),
    );
  });

  it('has no two routes with the same method and path', () => {
    const shapes = routes.map((route) => `${route.method} ${route.path.replaceAll(/:\w+/g, ':')}`);
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
  });

  it('is what the server really answers: nothing else is served', () => {
    const { server } = test.app;
    for (const { method, path } of routes) expect(server.hasRoute({ method, url: path }), path).toBe(true);
    // The printed tree shows all addresses with * as one.
    const served = server.printRoutes({ commonPrefix: false }).matchAll(/[^*] \(([A-Z, ]+)\)$/gm);
    const methods = [...served]
      .flatMap(([, listed = '']) => listed.split(', '))
      .filter((name) => name !== 'HEAD');
    expect(methods).toHaveLength(routes.filter(({ path }) => !path.includes('*')).length);
  });

  it('answers 401 on every guarded route without credentials, with wrong ones and with those of another kind', async () => {
    const guarded = routes.filter(
      ({ access }) =>
        access.kind === 'api-key' || (access.kind === 'management' && access.access.kind !== 'anyone'),
    );
    expect(guarded.length).toBeGreaterThanOrEqual(17);
    for (const route of guarded) {
      const url = route.path.replaceAll(/:\w+/g, '1001');
      const attempts: Record<string, string>[] = [
        {},
        { authorization: 'Bearer wrong', 'x-api-key': 'wrong' },
        { authorization: 'Bearer ' },
        { authorization: 'Basic cGFybGV5OnBhcmxleQ==' },
      ];
      for (const headers of attempts) {
        // Wrong tokens are limited, so time must pass between them.
        test.clock.advance(60_000);
        const answer = await test.send({ method: route.method, url, headers });
        expect({ name: nameOf(route), status: answer.status }).toEqual({ name: nameOf(route), status: 401 });
      }
    }
  });

  it('takes the operator’s token on the management API and nowhere else', async () => {
    expect(await test.operate({ url: '/v1/accounts' })).toMatchObject({ status: 200 });
    expect(await test.operate({ url: '/avatars' })).toMatchObject({ status: 401 });
  });

  it('refuses the metrics to other machines, and to clients behind a proxy on this machine', async () => {
    const metrics = { url: '/metrics' };
    expect(await test.send({ ...metrics, from: '127.0.0.1' })).toMatchObject({ status: 200 });
    expect(await test.send({ ...metrics, from: '::1' })).toMatchObject({ status: 200 });
    expect(await test.send({ ...metrics, from: '203.0.113.1' })).toMatchObject({ status: 401 });
    for (const header of ['x-forwarded-for', 'forwarded']) {
      const brought = { ...metrics, from: '127.0.0.1', headers: { [header]: 'for=127.0.0.1' } };
      expect(await test.send(brought)).toMatchObject({ status: 401 });
    }
    expect(await test.operate({ ...metrics, from: '203.0.113.1' })).toMatchObject({ status: 200 });
  });
});
