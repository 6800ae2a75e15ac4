import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  liveSession,
  type Method,
  makeTestAccount,
  type TestAccount,
  type TestApp,
  testApp,
} from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';

/** A JSON answer that says what is wrong, and nothing about how the service works inside. */
function expectCivil(answer: Answer) {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.text).not.toMatch(
    /<!doctype|<html|\bat .*:\d+:\d+|node_modules|node:|\.ts\b|FST_|SyntaxError|postgres/i,
  );
}

/** Long inputs are named by their beginning. */
const shown = (texts: readonly string[]) => texts.map((text) => [text.slice(0, 40), text] as const);

describe('bad input', () => {
  let test: TestApp;
  let ours: TestAccount;

  beforeAll(async () => {
    test = await testApp({ settings: { EDGE_BURST: 1_000_000, EDGE_RATE: 1_000_000 } });
    ours = await makeTestAccount(test.app, 'ours');
    await testChange(test.sql, (change) =>
      test.app.keys.setLimits(
        change,
        { accountId: ours.accountId, id: ours.keyId },
        { burst: 1_000_000, rate: 1_000_000 },
      ),
    );
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    test.send({
      method: 'POST',
      url: path,
      headers: { 'x-api-key': ours.key, 'content-type': 'application/json', ...headers },
      body,
    });
  const get = (url: string, headers: Record<string, string> = {}) =>
    test.send({ url, headers: { 'x-api-key': ours.key, ...headers } });

  const bodies: Record<string, Buffer> = {
    'an opened brace': Buffer.from('{'),
    'a trailing comma': Buffer.from('{"session_id":"a",}'),
    'a comment': Buffer.from('{"session_id":"a"} // really'),
    'two objects': Buffer.from('{"session_id":"a"}{"session_id":"b"}'),
    'single quotes': Buffer.from("{'session_id':'a'}"),
    NaN: Buffer.from('{"session_id":NaN}'),
    'an array': Buffer.from('["session_id"]'),
    'a number': Buffer.from('42'),
    null: Buffer.from('null'),
    'a form': Buffer.from('session_id=a&avatar_id=1'),
    'an HTML page': Buffer.from('<!doctype html><html></html>'),
    'UTF-16, little end first, marked': Buffer.from('\ufeff{"session_id":"a"}', 'utf16le'),
    'UTF-16, little end first': Buffer.from('{"session_id":"a"}', 'utf16le'),
    'UTF-16, big end first': Buffer.from('\ufeff{"session_id":"a"}', 'utf16le').swap16(),
    'Latin-1': Buffer.from('{"session_id":"café"}', 'latin1'),
    'UTF-8 cut in the middle of a character': Buffer.from('{"session_id":"é').subarray(0, -1),
    'overlong UTF-8': Buffer.concat([
      Buffer.from('{"session_id":"'),
      Buffer.from([0xc0, 0xaf]),
      Buffer.from('"}'),
    ]),
    gzip: gzipSync('{"session_id":"a","avatar_id":"1"}'),
    'NUL bytes': Buffer.alloc(100),
    'a raw control character in a string': Buffer.from('{"session_id":"a\u0001","avatar_id":"1\n"}'),
    'nesting without end': Buffer.from('['.repeat(60_000)),
    'deep nesting': Buffer.from(`{"session_id":${'['.repeat(30_000)}${']'.repeat(30_000)}}`),
    'deep objects': Buffer.from(`{"session_id":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}`),
    'one byte more than 64 KiB': Buffer.alloc(65_537, ' '),
    'a megabyte': Buffer.alloc(1 << 20, '{'),
  };

  describe.each(['/auth/generate-token', '/sessions/disconnect'])('in the body of %s', (path) => {
    const code = (answer: Answer): unknown => {
      const body = answer.body as { failReason?: number; error?: { code: number } };
      return body.failReason ?? body.error?.code;
    };

    it.each(Object.entries(bodies))('is refused with 7: %s', async (_what, body) => {
      const answer = await post(path, body);
      expectCivil(answer);
      expect({ status: answer.status, code: code(answer) }).toEqual({ status: 400, code: 7 });
    });

    it.each(['gzip', 'br', 'nonsense'])('is refused with 7: content-encoding %s', async (encoding) => {
      const answer = await post(path, gzipSync('{"session_id":"a","avatar_id":"1"}'), {
        'content-encoding': encoding,
      });
      expectCivil(answer);
      expect(code(answer)).toBe(7);
    });

    it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
      'is not found under a name that every object has: %s',
      async (name) => {
        const answer = await post(path, `{"${name}":{"session_id":"ses_a","avatar_id":"1001"}}`);
        expectCivil(answer);
        expect(code(answer)).toBe(7);
      },
    );

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'application/json, text/html',
      'garbage',
      '*/*',
      ';',
      `a/b; ${'c=d; '.repeat(50)}`,
    ])('is answered in the endpoint’s own shape for the content type %j', async (type) => {
      const good = await post(path, { session_id: 'ses_none', avatar_id: '1' }, { 'content-type': type });
      expectCivil(good);
      expect([7, 33, 65]).toContain(code(good));
      const bad = await post(path, '{', { 'content-type': type });
      expectCivil(bad);
      expect(code(bad)).toBe(7);
    });
  });

  it('does not refuse a body of exactly 64 KiB, a byte order mark or escapes', async () => {
    const session = liveSession(test.bus.sessions, ours);
    const body = JSON.stringify({ session_id: session.sessionId });
    expect(await post('/sessions/disconnect', body.padEnd(65_536))).toMatchObject({ status: 200 });
    const marked = liveSession(test.bus.sessions, ours);
    const text = `\ufeff{"session\\u005fid":"${marked.sessionId}"}`;
    expect(await post('/sessions/disconnect', text)).toMatchObject({ status: 200 });
  });

  it.each([
    '\0',
    'ses_\0',
    '\u0001\u001b[31m',
    '\r\nset-cookie: a=b',
    '\u202e\u2066',
    '\ud800',
    '😀'.repeat(100),
    "' or 1=1 --",
    '../../etc/passwd',
    '<script>alert(1)</script>',
    'x'.repeat(60_000),
  ])('finds no session under %j', async (id) => {
    const disconnect = await post('/sessions/disconnect', { session_id: id });
    expectCivil(disconnect);
    expect(disconnect.body).toStrictEqual({ status: 'FAIL', failReason: 65, message: 'Session not found' });
    const query = await get(
      `/session/query?sessionId=${encodeURIComponent(id.toWellFormed())}&fields=userId`,
    );
    expectCivil(query);
    expect(query.body).toMatchObject({ failReason: id.length > 128 && [...id].length > 128 ? 7 : 65 });
  });

  it.each(
    shown([
      '?sessionId=%',
      '?sessionId=%zz&fields=userId',
      '?sessionId=%ff%fe&fields=userId',
      '?sessionId=%00&fields=userId',
      '?sessionId=%u0041&fields=userId',
      '?sessionId=a&fields=%',
      '?%',
      '?=',
      '?&&&===',
      '?sessionId',
      '?sessionId[]=a&fields[]=userId',
      '?sessionId[a]=b&fields=userId',
      '?__proto__[sessionId]=a&__proto__[fields]=userId',
      '?sessionId=a&sessionId=b&sessionId=c&fields=userId',
      `?sessionId=a${'&fields=userId'.repeat(1000)}`,
      `?${Array.from({ length: 2000 }, (_, i) => `p${i}=${i}`).join('&')}`,
      '?sessionId=a;fields=userId',
      '?sessionId=a#fields=userId',
    ]),
  )('in the query is refused in the endpoint’s shape: %s', async (_shown, query) => {
    const answer = await get(`/session/query${query}`);
    expectCivil(answer);
    expect(answer.body).toStrictEqual({
      status: 'FAIL',
      failReason: expect.toSatisfy((reason) => reason === 7 || reason === 65),
      message: expect.any(String),
    });
  });

  it.each(
    shown([
      '/%',
      '/%zz',
      '/%c0%af',
      '/avatars/%00',
      '/avatars%2f',
      '//avatars',
      '/avatars/',
      '/AVATARS',
      '/avatars;a=b',
      `/${'a'.repeat(10_000)}`,
      `/v1/accounts/acc_a/avatars/${'9'.repeat(1_000)}`,
      '/v1/accounts/%zz',
      '/😀',
      '/.well-known/%2e%2e/jwks.json',
    ]),
  )('in the path leads nowhere, politely: %s', async (_shown, url) => {
    const answer = await get(encodeURI(url).replaceAll('%25', '%'));
    expectCivil(answer);
    expect([400, 401, 404]).toContain(answer.status);
    expect(answer.body).toStrictEqual({ error: { code: expect.any(String), message: expect.any(String) } });
  });

  it.each([
    ['POST', '/avatars', 'GET, HEAD'],
    ['PUT', '/avatars', 'GET, HEAD'],
    ['DELETE', '/session/query', 'GET, HEAD'],
    ['GET', '/sessions/disconnect', 'POST'],
    ['GET', '/auth/generate-token', 'POST'],
    ['PATCH', '/auth/generate-token', 'POST'],
    ['OPTIONS', '/auth/generate-token', 'POST'],
    ['DELETE', '/v1/accounts', 'GET, HEAD, POST'],
    ['POST', '/v1/accounts/acc_a/avatars/1001', 'GET, HEAD, PATCH, DELETE'],
    ['GET', '/v1/accounts/acc_a/keys/key_a/disable', 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
  ] satisfies [Method, string, string][])(
    '%s %s is answered 405 with Allow: %s',
    async (method, url, allow) => {
      const answer = await test.send({ method, url, headers: { 'x-api-key': ours.key } });
      expectCivil(answer);
      expect(answer.status).toBe(405);
      const listed = (text: unknown) => String(text).split(', ').sort();
      expect(listed(answer.headers.allow)).toEqual(listed(allow));
      expect(JSON.stringify(answer.body)).toContain('This address answers');
    },
  );

  it.each([
    'evil.example',
    'talk.example.com.evil.example',
    'evil.example:80',
    'talk.example.com@evil.example',
    'a b',
    'localhost.evil.example',
    '%00',
  ])('is refused with 421 if the Host is "%s"', async (host) => {
    const answer = await get('/avatars', { host });
    expectCivil(answer);
    expect(answer.status).toBe(421);
    expect(answer.body).toMatchObject({ error: { code: 'wrong_host' } });
  });

  it.each([
    'talk.example.com',
    'TALK.example.com',
    'talk.example.com:8080',
    'localhost',
    'localhost:8080',
    '127.0.0.1:8080',
    '[::1]:8080',
    '192.168.1.7',
  ])('is not the Host "%s"', async (host) => {
    expect(await get('/avatars', { host })).toMatchObject({ status: 200 });
  });

  it.each(['', ' ', 'Bearer', 'parley_live_', 'é', '\u0001', 'x'.repeat(7_000), '{"key":1}', 'a, b'])(
    'in x-api-key is refused in the endpoint’s shape: %j',
    async (key) => {
      const query = await get('/session/query', { 'x-api-key': key });
      expectCivil(query);
      expect(query.body).toMatchObject({
        status: 'FAIL',
        failReason: key.trim() === '' ? expect.toBeOneOf([29, 30]) : 29,
      });
      expect(await get('/avatars', { 'x-api-key': key })).toMatchObject({
        status: 401,
        body: { error: { code: 16 } },
      });
    },
  );
});
