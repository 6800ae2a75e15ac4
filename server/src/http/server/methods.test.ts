import { METHODS } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  holdConnection,
  makeTestAccount,
  type TestAccount,
  type TestApp,
  testApp,
  testOperatorToken,
} from '../../testing/app/index.ts';
import type { Route } from '../route.ts';
import { dropBody } from './head-requests.ts';

describe('the method of a request', () => {
  let test: TestApp;
  let party: TestAccount;
  let port: number;
  beforeAll(async () => {
    test = await testApp();
    party = await makeTestAccount(test.app, 'ours');
    await test.app.server.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = test.app.server.server.address() as AddressInfo);
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const pathOf = ({ path }: Route) =>
    path
      .replace(':account', party.accountId)
      .replace(':id', String(party.avatarId))
      .replaceAll(/:\w+/g, '1001')
      .replace('*', 'nothing');

  type Head = { readonly status: number; readonly headers: Record<string, string>; readonly body: string };

  const answer = async (method: string, path: string, headers = ''): Promise<Head> => {
    const bytes = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${headers}\r\n`;
    using held = await holdConnection(port, bytes);
    await held.ended;
    const [head = '', body = ''] = held.received().split(/\r\n\r\n([\s\S]*)/);
    const [line = '', ...fields] = head.split('\r\n');
    const named = fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 1).trim(),
    ]);
    return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(named), body };
  };

  it('[HT20] gets an answer, whichever HTTP knows', async () => {
    for (const method of METHODS) {
      for (const path of ['/healthz', '/avatars', '/client/authenticate', '/v1/accounts', '/nothing']) {
        const { status, headers } = await answer(method, path, 'content-type: text/plain\r\n');
        expect([200, 204, 400, 401, 404, 405], `${method} ${path}`).toContain(status);
        if (status === 405) expect(headers.allow, `${method} ${path}`).toBeDefined();
      }
    }
  });

  it('[HT20] gets 405 with those that the address has, on every address', async () => {
    for (const route of test.app.routes.filter(({ path }) => !path.includes('*'))) {
      for (const method of ['QUERY', 'TRACE']) {
        const { status, headers } = await answer(method, pathOf(route));
        const allowed = headers.allow?.split(', ') ?? [];
        expect([status, allowed.includes(route.method)], `${method} ${route.path}`).toEqual([405, true]);
        expect(allowed.includes('HEAD'), route.path).toBe(allowed.includes('GET'));
      }
    }
  });

  it('[HT20] 405 has the error shape of the endpoint, and the reference lists it', async () => {
    const { body: reference } = await test.send({ url: '/openapi.json' });
    const { paths } = reference as { paths: Record<string, Record<string, { responses: object }>> };
    for (const route of test.app.routes) {
      const { access, method, path } = route;
      if (access.kind !== 'api-key' && access.kind !== 'session-token') continue;
      const { status, headers, body } = await answer('DELETE', path);
      expect(status, path).toBe(405);
      expect(headers.allow, path).toBe(method === 'GET' ? 'GET, HEAD' : method);
      const message = expect.stringContaining(`This address answers ${method}`);
      const wanted = {
        error: { error: { code: 7, message } },
        fail: { status: 'FAIL', failReason: 7, message },
        callback: { sessionId: '', status: 'ERROR', statusMessage: message },
      };
      expect(JSON.parse(body), path).toEqual(wanted[access.kind === 'api-key' ? access.shape : 'callback']);
      expect(paths[path]?.[method.toLowerCase()]?.responses, path).toHaveProperty('405');
    }
  });

  it('[HT20] 405 lists what an address of its own has, not what a path with a parameter would have', async () => {
    const { headers } = await answer('TRACE', `/v1/accounts/${party.accountId}/deliveries/replay`);
    expect(headers.allow).toBe('POST');
  });

  it('[HT26] an unknown address is a page for a person, and JSON for programs and below the API', async () => {
    const asPerson = 'accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n';
    for (const path of ['/nothing', '/avatar', '/docs/no/such/page', '/nothing?token=<b>']) {
      const { status, headers, body } = await answer('GET', path, asPerson);
      expect([status, headers['content-type']], path).toEqual([404, 'text/html; charset=utf-8']);
      expect(body, path).toContain('<a href="/">');
      expect(body, path).not.toContain('<b>');
    }
    const json = { error: { code: 'not_found', message: 'There is nothing at this address.' } };
    for (const [method, path, headers] of [
      ['GET', '/nothing', 'accept: application/json\r\n'],
      ['GET', '/nothing', ''],
      ['POST', '/nothing', asPerson],
      ['GET', '/v1/nothing', asPerson],
      ['GET', '/client/nothing', asPerson],
      ['GET', '/avatars/nothing', asPerson],
    ] as const) {
      const { status, headers: given, body } = await answer(method, path, headers);
      expect([status, JSON.parse(body)], `${method} ${path}`).toEqual([404, json]);
      expect(given.vary, path).toBe('accept');
    }
  });

  it('[HT21] HEAD gets the status and headers of GET', async () => {
    const changing = new Set(['x-request-id', 'date', 'content-length', 'transfer-encoding']);
    const plain = ({ status, headers }: Head) => ({
      status,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.has(name))),
    });
    const key = `x-api-key: ${party.key}\r\nauthorization: Bearer ${testOperatorToken}\r\n`;
    // A stream of events does not end.
    const gets = test.app.routes.filter(({ method, path }) => method === 'GET' && !path.endsWith('/stream'));
    expect(gets.length).toBeGreaterThan(20);
    for (const route of gets) {
      const path = pathOf(route);
      const [get, head] = [await answer('GET', path, key), await answer('HEAD', path, key)];
      expect(plain(head), path).toEqual(plain(get));
      expect(head.body, path).toBe('');
    }
  });

  it('[HT21] HEAD of a stream of events ends', async () => {
    const streams = test.app.routes.filter(
      ({ method, path }) => method === 'GET' && path.endsWith('/stream'),
    );
    expect(streams.length).toBeGreaterThan(0);
    for (const route of streams) {
      const head = await answer('HEAD', pathOf(route), `authorization: Bearer ${testOperatorToken}\r\n`);
      expect(head).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream' } });
    }
  });

  it('[HT21] HEAD does not read what GET would have streamed', async () => {
    const server = fastify();
    const stream = new Readable({ read() {} });
    server.route({
      method: 'HEAD',
      url: '/',
      onSend: dropBody,
      handler: (_request, reply) => reply.header('content-length', 12).send(stream),
    });
    const { statusCode, headers, body } = await server.inject({ method: 'HEAD', url: '/' });
    expect([statusCode, headers['content-length'], body]).toEqual([200, '12', '']);
    expect(stream.destroyed).toBe(true);
  });
});
