import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callUrl, createManagementClient, listAll, ManagementApiError } from './client.ts';

type Seen = { line: string; headers: IncomingMessage['headers']; body: string };
type Reply = { status?: number; headers?: Record<string, string>; body: string };

const json = (value: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
});

describe('the client of the management API', () => {
  let server: Server;
  let url: string;
  const seen: Seen[] = [];
  const replies: Reply[] = [];

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const body = (await buffer(request)).toString();
      seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      const reply = replies.shift() ?? json({});
      response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    seen.length = 0;
    replies.length = 0;
  });

  test('fills in the path and sends body, version, idempotency key and token', async () => {
    replies.push(json({ id: '7', version: 4 }));
    const client = createManagementClient({ url, token: 'pmk_1' });
    const answer = await client.call('avatars.update', {
      params: { account: 'acc/1', avatar: '7' },
      body: { greeting: 'Hi' },
      ifMatch: 3,
      idempotencyKey: 'once',
      dryRun: true,
    });
    expect(answer).toEqual({ id: '7', version: 4 });
    expect(seen).toMatchObject([
      {
        line: 'PATCH /v1/accounts/acc%2F1/avatars/7?dryRun=true',
        headers: {
          authorization: 'Bearer pmk_1',
          'content-type': 'application/json',
          'if-match': '"3"',
          'idempotency-key': 'once',
        },
        body: '{"greeting":"Hi"}',
      },
    ]);
  });

  test('a call without a body has no content type, and empty parts of the query are left out', async () => {
    const params = { account: 'acc_1' };
    const client = createManagementClient({ url });
    await client.call('deliveries.list', { params, query: { limit: 5, event: '', session: 'a&b' } });
    expect(seen[0]?.line).toBe('GET /v1/accounts/acc_1/deliveries?limit=5&session=a%26b');
    expect(seen[0]?.headers).not.toHaveProperty('content-type');
    expect(seen[0]?.headers).not.toHaveProperty('authorization');
  });

  test('a path that lacks a part throws an error', () => {
    expect(() => callUrl('avatars.get', { params: { account: 'acc_1' } })).toThrow(
      'avatars.get needs avatar',
    );
  });

  test('files are sent and received unchanged, even if they are JSON', async () => {
    const params = { account: 'acc_1', avatar: '7' };
    const client = createManagementClient({ url });
    await client.call('avatars.putModel', { params, body: new Blob(['glTF']) });
    expect(seen[0]).toMatchObject({ headers: { 'content-type': 'application/octet-stream' }, body: 'glTF' });

    replies.push({ headers: { 'content-type': 'audio/wav' }, body: 'RIFF' });
    const sound = await client.call('avatars.say', { params, body: { text: 'Hi' } });
    expect(await sound.text()).toBe('RIFF');

    const attachment = { 'content-type': 'application/json', 'content-disposition': 'attachment' };
    replies.push({ headers: attachment, body: '[]' });
    const transcript = await client.call('sessions.transcript', {
      params: { account: 'acc_1', session: 's' },
      query: { format: 'json' },
    });
    expect(await transcript.text()).toBe('[]');
  });

  test('a refusal has its status, code, message and field', async () => {
    replies.push(json({ error: { code: 'invalid', message: 'name is empty.', field: 'name' } }, 400));
    const refused = createManagementClient({ url }).call('accounts.create', {
      body: { name: '', email: '' },
    });
    await expect(refused).rejects.toMatchObject({
      name: 'ManagementApiError',
      status: 400,
      code: 'invalid',
      message: 'name is empty.',
      field: 'name',
    });
  });

  test('an error page of a proxy is also a refusal', async () => {
    replies.push({ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' });
    const refused = createManagementClient({ url }).call('accounts.list');
    await expect(refused).rejects.toMatchObject({
      status: 502,
      code: 'unexpected_answer',
      message: 'The service answered 502.',
      field: null,
    });
  });

  test('a call without an answer fails with status 0', async () => {
    const gone = createManagementClient({ url: 'http://127.0.0.1:1' }).call('accounts.list');
    await expect(gone).rejects.toThrow(ManagementApiError);
    await expect(gone).rejects.toMatchObject({ status: 0, code: 'unreachable' });
  });

  test('a list is read to its end, across empty pages', async () => {
    replies.push(json({ items: [{ id: 'a' }], next: 'c1' }), json({ items: [], next: 'c2' }));
    replies.push(json({ items: [{ id: 'b' }], next: null }));
    const client = createManagementClient({ url });
    const found = await listAll(client, 'keys.list', { params: { account: 'acc_1' } });
    expect(found).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(seen.map(({ line }) => line)).toEqual([
      'GET /v1/accounts/acc_1/keys?limit=100',
      'GET /v1/accounts/acc_1/keys?limit=100&cursor=c1',
      'GET /v1/accounts/acc_1/keys?limit=100&cursor=c2',
    ]);
  });

  test('a list is read no further than its limit', async () => {
    replies.push(json({ items: [{ id: 'a' }, { id: 'b' }], next: 'c1' }));
    await listAll(createManagementClient({ url }), 'accounts.list', {}, 2);
    expect(seen.map(({ line }) => line)).toEqual(['GET /v1/accounts?limit=2']);
  });
});
