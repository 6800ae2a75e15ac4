import { describe, expect, it } from 'vitest';
import { version } from '../kernel/index.ts';
import { checkHeaders } from './exchange/request-headers.ts';
import { createAddressPolicy, createOutbound } from './index.ts';
import { failureOf } from './testing/failure-of.ts';
import { localOutbound } from './testing/local-outbound.ts';
import { startRawServer, startReceiver } from './testing/receiver.ts';

describe('a request and its answer', () => {
  it('[OB12] carries method, path, query, headers and body as given, and offers no compression', async () => {
    await using receiver = await startReceiver((response) => {
      response.writeHead(201, { 'X-Kind': 'greeting', 'Set-Cookie': ['a=1', 'b=2'] }).end('grüße');
    });
    await using outbound = localOutbound();
    const answer = await outbound.request({
      url: `${receiver.url}a%20b/c?d=e#fragment`,
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'X-Signature': 't=1,v1=abc' },
      body: '{"héllo":1}',
    });
    expect(receiver.requests).toEqual([
      expect.objectContaining({ method: 'PUT', path: '/a%20b/c?d=e', body: '{"héllo":1}' }),
    ]);
    expect(receiver.requests[0]?.headers).toEqual({
      host: `127.0.0.1:${receiver.port}`,
      connection: 'keep-alive',
      'accept-encoding': 'identity',
      'user-agent': `Parley/${version}`,
      'content-type': 'application/json',
      'x-signature': 't=1,v1=abc',
      'content-length': '12',
    });
    expect(answer).toMatchObject({ status: 201, cut: false });
    expect(answer.headers).toMatchObject({ 'x-kind': 'greeting', 'set-cookie': ['a=1', 'b=2'] });
    expect(answer.body.toString()).toBe('grüße');
  });

  it('[OB20] an answer without a body may announce any length', async () => {
    await using receiver = await startRawServer((socket) => {
      socket.on('data', () => socket.write('HTTP/1.1 304 Not Modified\r\ncontent-length: 5000000\r\n\r\n'));
    });
    await using outbound = localOutbound({ maxResponseBytes: 10 });
    expect((await outbound.request({ url: receiver.url, method: 'GET' })).status).toBe(304);
  });

  it('[OB12] a header of the service that would break the framing is not sent', async () => {
    await using receiver = await startReceiver((response) => response.end('ok'));
    await using outbound = localOutbound();
    for (const value of ['a\r\nb: c', 'a\u010ab']) {
      const serviceHeaders = ['webhook-id', value];
      const failure = await failureOf(
        outbound.request({ url: receiver.url, method: 'POST', serviceHeaders }),
      );
      expect(failure).toMatchObject({ stage: 'send', bytesSent: false });
    }
    expect(receiver.requests).toEqual([]);
  });

  it('[OB12] sends bytes unchanged, even a part of a larger buffer', async () => {
    await using receiver = await startReceiver((response) => response.end());
    await using outbound = localOutbound();
    const bytes = new TextEncoder().encode('[{"exact": "bytes"}]').subarray(1, -1);
    await outbound.request({ url: receiver.url, method: 'POST', body: bytes });
    await outbound.request({ url: receiver.url, method: 'POST', body: new Uint8Array() });
    await outbound.request({ url: receiver.url, method: 'POST' });
    expect(receiver.requests.map((request) => request.body)).toEqual(['{"exact": "bytes"}', '', '']);
  });

  it.each([
    ['Host', 'internal.example'],
    ['content-length', '3'],
    ['Transfer-Encoding', 'chunked'],
    ['Connection', 'close'],
    ['accept-encoding', 'gzip'],
    ['Expect', '100-continue'],
    ['Upgrade', 'h2c'],
    ['X-Ok', 'a\r\nX-Injected: 1'],
    ['X-Ok', 'snow ☃'],
    ['X Bad', 'a'],
    ['X-Bad\r\nX-Injected', 'a'],
    ['', 'a'],
  ])('[OB12] the header %j: %j is refused before a connection is made', async (name, value) => {
    await using receiver = await startReceiver((response) => response.end());
    await using outbound = localOutbound();
    const failure = await failureOf(
      outbound.request({ url: receiver.url, method: 'GET', headers: { [name]: value } }),
    );
    expect(failure).toMatchObject({ stage: 'send', bytesSent: false });
    expect(failure.message).not.toContain(value === 'a' ? 'X-Injected' : value);
    expect(checkHeaders({ [name]: value })).toBe(failure.message);
    expect(receiver.connections).toBe(0);
  });

  it.each([301, 302, 303, 307, 308])(
    '[OB11] a redirect %i to a private address is returned, not followed',
    async (status) => {
      await using inner = await startReceiver((response) => response.end('secret'));
      await using receiver = await startReceiver((response) =>
        response.writeHead(status, { location: inner.url }).end(),
      );
      await using outbound = localOutbound();
      const answer = await outbound.request({ url: receiver.url, method: 'POST', body: 'x' });
      expect(answer.status).toBe(status);
      expect(answer.headers.location).toBe(inner.url);
      expect(inner.connections).toBe(0);
    },
  );

  it('[OB13] every status is an answer; informational ones are skipped', async () => {
    await using receiver = await startRawServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n');
        socket.write('HTTP/1.1 503 Busy\r\ncontent-length: 4\r\n\r\nbusy');
      });
    });
    await using outbound = localOutbound();
    const answer = await outbound.request({ url: receiver.url, method: 'POST', body: 'x' });
    expect(answer.status).toBe(503);
    expect(answer.body.toString()).toBe('busy');
  });

  it('[OB13] HEAD and 204 have no body', async () => {
    await using receiver = await startReceiver((response, { method }) => {
      if (method === 'HEAD') response.setHeader('content-length', '99999999').end();
      else response.writeHead(204).end();
    });
    await using outbound = localOutbound({ maxResponseBytes: 10 });
    for (const method of ['HEAD', 'DELETE'] as const) {
      const answer = await outbound.request({ url: receiver.url, method });
      expect(answer.body.length).toBe(0);
    }
  });
});

describe('failures', () => {
  it('[OB13] nothing listens there', async () => {
    const receiver = await startReceiver((response) => response.end());
    await receiver[Symbol.asyncDispose]();
    await using outbound = localOutbound();
    const failure = await failureOf(outbound.request({ url: receiver.url, method: 'POST', body: 'x' }));
    expect(failure).toMatchObject({
      stage: 'connect',
      bytesSent: false,
      code: 'ECONNREFUSED',
      status: undefined,
    });
    expect(failure.message).toBe(
      `127.0.0.1:${receiver.port} refused the connection. Check the port and that the server is running.`,
    );
  });

  it.each([
    ['ENOTFOUND', 'Check the spelling'],
    ['ESERVFAIL', 'name servers'],
  ])('[OB13] DNS answers %s', async (code, advice) => {
    await using outbound = localOutbound({
      resolve: async () => {
        throw Object.assign(new Error('query failed'), { code });
      },
    });
    const failure = await failureOf(outbound.request({ url: 'https://nowhere.example/', method: 'GET' }));
    expect(failure).toMatchObject({ stage: 'resolve', bytesSent: false, code });
    expect(failure.message).toContain(advice);
  });

  it('[OB13] DNS answers with an empty list', async () => {
    await using outbound = localOutbound({ resolve: async () => [] });
    const failure = await failureOf(outbound.request({ url: 'https://nowhere.example/', method: 'GET' }));
    expect(failure).toMatchObject({ stage: 'resolve', bytesSent: false });
  });

  it('[OB13] the peer closes without an answer', async () => {
    await using receiver = await startRawServer((socket) => socket.once('data', () => socket.end()));
    await using outbound = localOutbound();
    const failure = await failureOf(outbound.request({ url: receiver.url, method: 'POST', body: 'x' }));
    expect(failure).toMatchObject({ stage: 'response', bytesSent: true, status: undefined });
  });

  it.each([
    ['a body of announced length', 'content-length: 100\r\n\r\nhalf'],
    ['a chunked body', 'transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
    [
      'a body of announced length on a last connection',
      'connection: close\r\ncontent-length: 100\r\n\r\nhalf',
    ],
  ])('[OB13] the peer closes in the middle of %s', async (_title, rest) => {
    await using receiver = await startRawServer((socket) =>
      socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${rest}`)),
    );
    await using outbound = localOutbound();
    const failure = await failureOf(outbound.request({ url: receiver.url, method: 'POST', body: 'x' }));
    expect(failure).toMatchObject({ stage: 'response', bytesSent: true, status: 200 });
  });

  it('[OB13] the peer resets while a large request is being sent', async () => {
    await using receiver = await startRawServer((socket) => {
      socket.pause();
      setImmediate(() => socket.resetAndDestroy());
    });
    await using outbound = localOutbound();
    const body = new Uint8Array(50_000_000);
    const failure = await failureOf(outbound.request({ url: receiver.url, method: 'POST', body }));
    expect(failure).toMatchObject({ stage: 'send', bytesSent: true });
  });

  it('[OB13] the peer does not speak HTTP', async () => {
    await using receiver = await startRawServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
    await using outbound = localOutbound();
    const failure = await failureOf(outbound.request({ url: receiver.url, method: 'POST', body: 'x' }));
    expect(['response', 'connect']).toContain(failure.stage);
  });

  it('[OB13] an upgrade that was not asked for', async () => {
    await using receiver = await startRawServer((socket) =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
      ),
    );
    await using outbound = localOutbound();
    const failure = await failureOf(outbound.request({ url: receiver.url, method: 'GET' }));
    expect(failure).toMatchObject({ stage: 'response', bytesSent: true });
  });

  it('[OB13] no message or property repeats path, query, header or body', async () => {
    const secret = 'hunter2';
    await using silent = await startRawServer(() => undefined);
    await using closing = await startRawServer((socket) => socket.once('data', () => socket.destroy()));
    await using outbound = localOutbound();
    const urls = [
      `${silent.url}${secret}?key=${secret}`,
      `${closing.url}${secret}?key=${secret}`,
      `http://127.0.0.1:1/${secret}`,
      `https://10.0.0.1/${secret}`,
      `https://u:${secret}@example.com/`,
      `https:/${secret}:x/`,
    ];
    for (const url of urls) {
      const failure = await failureOf(
        outbound.request({
          url,
          method: 'POST',
          headers: { authorization: secret },
          body: secret,
          totalTimeoutMs: 60,
        }),
      );
      expect(JSON.stringify({ ...failure, message: failure.message, cause: failure.cause })).not.toContain(
        secret,
      );
    }
  });

  it('[OB9] plain http is refused without dialling if the name turns out to be public', async () => {
    const policy = createAddressPolicy({ allowLoopback: false, allowedNetworks: ['10.0.0.0/8'] });
    await using outbound = createOutbound({ policy, resolve: async () => ['8.8.8.8'] });
    const failure = await failureOf(outbound.request({ url: 'http://somewhere.example/', method: 'POST' }));
    expect(failure).toMatchObject({ stage: 'address', bytesSent: false });
    expect(failure.message).toContain('https://');
  });
});

describe('disposing of the client', () => {
  it('[OB23] fails the requests in progress and closes every connection', async () => {
    await using receiver = await startReceiver((response, { path }) => {
      if (path === '/quick') response.end('ok');
    });
    const outbound = localOutbound({
      connectionsPerOrigin: 2,
      resolve: () => new Promise<never>(() => undefined),
    });
    await outbound.request({ url: `${receiver.url}quick`, method: 'GET' });
    const underWay = Array.from({ length: 4 }, () =>
      failureOf(outbound.request({ url: receiver.url, method: 'GET' })),
    );
    const dialling = failureOf(outbound.request({ url: 'https://slow.example/', method: 'GET' }));
    while (receiver.requests.length < 3) await new Promise(setImmediate);
    await outbound[Symbol.asyncDispose]();
    const failures = await Promise.all(underWay);
    expect(failures.map((failure) => failure.stage)).toEqual(['aborted', 'aborted', 'aborted', 'aborted']);
    expect(failures.map((failure) => failure.bytesSent)).toEqual([true, true, false, false]);
    expect(await dialling).toMatchObject({ stage: 'aborted', bytesSent: false });
    await receiver.untilAllClosed();
    expect(receiver.open.size).toBe(0);
    const late = await failureOf(outbound.request({ url: receiver.url, method: 'GET' }));
    expect(late).toMatchObject({ stage: 'aborted', bytesSent: false });
  });
});
