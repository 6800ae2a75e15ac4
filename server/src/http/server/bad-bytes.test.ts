import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawExchange } from '../../testing/app/index.ts';
import { type RunningService, startService } from '../../testing/index.ts';
import { operatorClient } from '../../testing/running/index.ts';

describe('bytes on the wire to the running service', () => {
  let service: RunningService;
  let port: number;
  let key: string;

  beforeAll(async () => {
    service = await startService();
    port = Number(new URL(service.url).port);
    const operator = operatorClient(service);
    const { items } = await operator.call<{ items: { id: string }[] }>('GET', '/v1/accounts');
    ({ key } = await operator.call<{ key: string }>('POST', `/v1/accounts/${items[0]?.id}/keys`, {
      name: 'k',
      permissions: ['read_avatars', 'disconnect_sessions', 'read_session_state', 'generate_tokens'],
    }));
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const head = (line: string, headers: Record<string, string | number> = {}) =>
    [
      `${line} HTTP/1.1`,
      ...Object.entries({ host: 'localhost', 'x-api-key': key, ...headers }).map(
        ([name, value]) => `${name}: ${value}`,
      ),
      '',
      '',
    ].join('\r\n');
  const list = () => head('GET /avatars');
  const disconnect = (headers: Record<string, string | number>) => head('POST /sessions/disconnect', headers);
  const invalid = {
    status: 'FAIL',
    failReason: 7,
    message: expect.stringMatching(/^InvalidOrMissingParams: /),
  };

  const expectAlive = async () => {
    const { answers } = await rawExchange(port, [list()], { answers: 1 });
    expect(answers[0]?.status).toBe(200);
  };

  it.each([1, 8])('a body of %d MB is answered 400/7, and the connection stays usable', async (size) => {
    const body = Buffer.alloc(size << 20, ' ');
    const wrong = disconnect({ 'content-length': body.length });
    const { answers } = await rawExchange(port, [wrong, body, list()], { answers: 2 });
    expect(answers.map((answer) => answer.status)).toEqual([400, 200]);
    expect(JSON.parse(answers[0]?.body ?? '')).toStrictEqual(invalid);
  });

  it('a client that writes all of 8 MB before it reads gets its answer, 20 times in a row', async () => {
    for (let i = 0; i < 20; i++) {
      const answer = await fetch(`${service.url}/sessions/disconnect`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: Buffer.alloc(8 << 20, ' '),
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toStrictEqual(invalid);
    }
  });

  it('a body of 1 MB in chunks, without a declared length, is answered 400/7, and the connection stays usable', async () => {
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
    const wrong = disconnect({ 'transfer-encoding': 'chunked' });
    const pieces = [wrong, ...Array<string>(64).fill(chunk), '0\r\n\r\n', list()];
    const { answers } = await rawExchange(port, pieces, { answers: 2 });
    expect(answers.map((answer) => answer.status)).toEqual([400, 200]);
    expect(JSON.parse(answers[0]?.body ?? '')).toStrictEqual(invalid);
  });

  it('a body of 1 MB without a key is refused for the key, and the connection stays usable', async () => {
    const body = Buffer.alloc(1 << 20, ' ');
    const refused = disconnect({ 'x-api-key': '', 'content-length': body.length });
    const { answers } = await rawExchange(port, [refused, body, list()], { answers: 2 });
    expect(answers.map((answer) => answer.status)).toEqual([401, 200]);
  });

  it('a wrong body leaves the connection good for the next request', async () => {
    const body = gzipSync('{}');
    const wrong = disconnect({ 'content-length': body.length, 'content-encoding': 'gzip' });
    const { answers } = await rawExchange(port, [wrong, body, list()], { answers: 2 });
    expect(answers.map((answer) => answer.status)).toEqual([400, 200]);
  });

  it('requests sent one behind the other are answered in their order', async () => {
    const { answers } = await rawExchange(port, [list() + head('GET /nothing') + list()], { answers: 3 });
    expect(answers.map((answer) => answer.status)).toEqual([200, 404, 200]);
  });

  it('HEAD is answered without a body', async () => {
    const { answers } = await rawExchange(port, [head('HEAD /avatars', { connection: 'close' })]);
    // If there were a body, the next answer would begin in the middle of it and could not be read.
    expect(answers.length === 0 || answers[0]?.body === '').toBe(true);
    await expectAlive();
  });

  it.each([
    ['no HTTP at all', 'hello there\r\n\r\n'],
    ['the start of TLS', Buffer.from('16030100c8010000c403030000', 'hex')],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a version that there is not', 'GET /avatars HTTP/9.9\r\nhost: localhost\r\n\r\n'],
    ['a method that there is not', 'FETCH /avatars HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    [
      'a length that is no number',
      'POST /sessions/disconnect HTTP/1.1\r\nhost: localhost\r\ncontent-length: ten\r\n\r\n',
    ],
    [
      'a negative length',
      'POST /sessions/disconnect HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n',
    ],
    [
      'two ways to say the length',
      'POST /sessions/disconnect HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a header without a name', 'GET /avatars HTTP/1.1\r\nhost: localhost\r\n: nothing\r\n\r\n'],
    ['NUL in a header', 'GET /avatars HTTP/1.1\r\nhost: localhost\r\nx-api-key: a\0b\r\n\r\n'],
    [
      'headers of 100 KB',
      `GET /avatars HTTP/1.1\r\nhost: localhost\r\nx-long: ${'a'.repeat(100_000)}\r\n\r\n`,
    ],
    ['ten thousand headers', `GET /avatars HTTP/1.1\r\nhost: localhost\r\n${'x: y\r\n'.repeat(10_000)}\r\n`],
    ['an address of 100 KB', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`],
    ['no Host', 'GET /avatars HTTP/1.1\r\n\r\n'],
    ['two Hosts', 'GET /avatars HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n'],
  ])('%s: one error answer or none, then the end', async (_what, bytes) => {
    const { answers, closed } = await rawExchange(port, [bytes], { halfClose: true });
    expect(closed).toBe(true);
    for (const { status, headers, body } of answers) {
      expect([400, 401, 404, 408, 421, 431]).toContain(status);
      if (body !== '') expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(body).not.toMatch(/<html|node:|at .*:\d+:\d+/i);
    }
    expect(answers.length).toBeLessThanOrEqual(1);
    await expectAlive();
  });

  it.each([
    [
      'too large headers',
      `GET /avatars HTTP/1.1\r\nhost: localhost\r\nx-long: ${'a'.repeat(100_000)}\r\n\r\n`,
      431,
      'too_large',
    ],
    ['no HTTP', 'hello there\r\n\r\n', 400, 'bad_request'],
  ] as const)('%s: the answer is JSON too', async (_what, bytes, status, code) => {
    const { answers } = await rawExchange(port, [bytes]);
    expect(answers[0]?.status).toBe(status);
    expect(JSON.parse(answers[0]?.body ?? '')).toStrictEqual({
      error: { code, message: expect.any(String) },
    });
  });

  it.each([
    '/./avatars',
    '/../avatars',
    '/avatars/..',
    '//avatars',
    '/avatars%2f..',
    '/\\avatars',
    '/avatars\u00e9',
  ])('the path %s is taken as it is and leads nowhere', async (path) => {
    const { answers } = await rawExchange(port, [Buffer.from(head(`GET ${path}`), 'latin1')], { answers: 1 });
    expect([400, 404]).toContain(answers[0]?.status);
    expect(answers[0]?.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('a foreign Host is refused with 421', async () => {
    const { answers } = await rawExchange(port, [head('GET /avatars', { host: 'evil.example' })], {
      answers: 1,
    });
    expect(answers[0]?.status).toBe(421);
  });

  it('a broken chunk ends the request with one answer', async () => {
    const { answers, closed } = await rawExchange(port, [
      disconnect({ 'transfer-encoding': 'chunked' }),
      'zz\r\n',
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([400]);
    expect(closed).toBe(true);
    expect(service.output()).not.toContain('"level":"error"');
  });

  it('a client that leaves in the middle of its body disturbs no other client', async () => {
    for (let i = 0; i < 20; i++) {
      await rawExchange(port, [disconnect({ 'content-length': 1000 }), '{"session_id":'], {
        halfClose: true,
      });
    }
    await expectAlive();
    expect(service.output()).not.toContain('"level":"error"');
  });
});
