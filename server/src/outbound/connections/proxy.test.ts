import { describe, expect, it } from 'vitest';
import { createAddressPolicy, createOutbound } from '../index.ts';
import type { OutboundOptions } from '../outbound.ts';
import { type ConnectProxy, startConnectProxy } from '../testing/connect-proxy.ts';
import { failureOf } from '../testing/failure-of.ts';
import { startRawServer, startReceiver } from '../testing/receiver.ts';
import { selfSignedCertificate } from '../testing/self-signed-certificate.ts';

type Guard = Partial<Parameters<typeof createAddressPolicy>[0]>;

/** A client that uses the proxy. The test fails if it looks up a name itself. */
function outboundThrough(
  proxy: Pick<ConnectProxy, 'port'>,
  options: Partial<OutboundOptions> = {},
  guard: Guard = {},
) {
  const policy = createAddressPolicy({
    allowLoopback: false,
    proxy: `http://joe:hunter%402@127.0.0.1:${proxy.port}`,
    ...guard,
  });
  const resolve = async (host: string): Promise<never> => {
    throw new Error(`looked up ${host}`);
  };
  return createOutbound({ policy, resolve, ...options });
}

const tls = selfSignedCertificate({ names: ['shop.example'] });

describe('requests through a proxy', () => {
  it('[OB28] https goes through CONNECT, and the certificate is the endpoint’s', async () => {
    await using receiver = await startReceiver((response) => response.end('sold'), { tls });
    await using proxy = await startConnectProxy(() => ({ port: receiver.port }));
    await using outbound = outboundThrough(proxy, { ca: tls.cert });
    for (let i = 0; i < 3; i++) {
      const answer = await outbound.request({ url: 'https://shop.example/', method: 'POST', body: 'x' });
      expect(answer.body.toString()).toBe('sold');
    }
    expect(proxy.requests).toEqual([
      { target: 'shop.example:443', authorization: `Basic ${btoa('joe:hunter@2')}` },
    ]);
    expect(receiver.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
    const other = failureOf(outbound.request({ url: 'https://other.example/', method: 'GET' }));
    expect(await other).toMatchObject({ stage: 'tls', bytesSent: false });
  });

  it('[OB28] plain http goes through CONNECT, too, if the purpose allows it', async () => {
    await using receiver = await startReceiver((response) => response.end('ok'));
    await using proxy = await startConnectProxy(() => ({ port: receiver.port }));
    await using open = outboundThrough(proxy, { allowHttp: true });
    await open.request({ url: 'http://shop.example:8080/hook', method: 'POST', body: 'x' });
    expect(proxy.requests.map(({ target }) => target)).toEqual(['shop.example:8080']);
    expect(receiver.requests).toEqual([expect.objectContaining({ path: '/hook', body: 'x' })]);
    expect(receiver.requests[0]?.headers.host).toBe('shop.example:8080');
  });

  it('[OB9] [OB29] plain http to a name is refused if it is allowed only for some networks', async () => {
    await using proxy = await startConnectProxy(() => 'silence');
    await using outbound = outboundThrough(proxy, {}, { allowedNetworks: ['10.0.0.0/8'] });
    expect(outbound.checkUrl('http://shop.example/')).toMatchObject({ ok: false, problem: 'needs-https' });
    const failure = await failureOf(outbound.request({ url: 'http://shop.example/', method: 'GET' }));
    expect(failure).toMatchObject({ stage: 'address', bytesSent: false });
    expect(proxy.requests).toEqual([]);
  });

  it('[OB29] public literals go through the proxy, special ones are refused', async () => {
    await using receiver = await startReceiver((response) => response.end('ok'));
    await using proxy = await startConnectProxy(() => ({ port: receiver.port }));
    await using outbound = outboundThrough(proxy, { allowHttp: true });
    await outbound.request({ url: 'http://8.8.8.8/', method: 'GET' });
    await outbound.request({ url: 'http://[2606:4700:4700::1111]/', method: 'GET' });
    for (const host of ['127.0.0.1', '2130706433', '10.0.0.1', '169.254.169.254', '[::1]', 'localhost']) {
      const failure = await failureOf(outbound.request({ url: `http://${host}/`, method: 'GET' }));
      expect(failure).toMatchObject({ stage: 'address', bytesSent: false });
    }
    expect(proxy.requests.map(({ target }) => target)).toEqual(['8.8.8.8:80', '[2606:4700:4700::1111]:80']);
  });

  it('[OB29] literals, localhost and names that the operator allows are dialled directly', async () => {
    await using receiver = await startReceiver((response) => response.end('ok'));
    await using proxy = await startConnectProxy(() => 'silence');
    const guard = { allowLoopback: true, allowedNetworks: ['models.internal'] };
    await using outbound = outboundThrough(proxy, { resolve: async () => ['127.0.0.1'] }, guard);
    for (const host of ['127.0.0.1', 'localhost', 'models.internal']) {
      const url = `http://${host}:${receiver.port}/`;
      expect((await outbound.request({ url, method: 'GET' })).status).toBe(200);
    }
    expect(proxy.requests).toEqual([]);
  });

  it("[OB8] the proxy's own port and the names of stores are closed", async () => {
    await using proxy = await startConnectProxy(() => 'silence');
    const guard = { allowLoopback: true, forbiddenPorts: [{ host: 'db.internal', port: 5432 }] };
    await using outbound = outboundThrough(proxy, { allowHttp: true }, guard);
    for (const url of [`http://127.0.0.1:${proxy.port}/`, 'http://db.internal:5432/']) {
      const failure = await failureOf(outbound.request({ url, method: 'GET' }));
      expect(failure.message).toContain('belongs to the service itself');
    }
    expect(proxy.requests).toEqual([]);
  });
});

describe('a proxy that fails', () => {
  const request = { url: 'https://shop.example/hook', method: 'POST', body: 'x' } as const;

  it('[OB30] by being down is a failure to connect', async () => {
    const proxy = await startConnectProxy(() => 'silence');
    await proxy[Symbol.asyncDispose]();
    await using outbound = outboundThrough(proxy);
    const failure = await failureOf(outbound.request(request));
    expect(failure).toMatchObject({ stage: 'connect', bytesSent: false, code: 'ECONNREFUSED' });
    expect(failure.message).toBe(
      'Could not reach the proxy for outgoing requests (ECONNREFUSED). Ask the operator to check OUTBOUND_PROXY.',
    );
  });

  it.each([
    [
      'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n',
      'PROXY_407',
      'credentials',
    ],
    ['HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\nno', 'PROXY_403', 'shop.example:443 (403)'],
    ['HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n', 'PROXY_502', 'shop.example:443 (502)'],
    ['HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1/\r\n\r\n', 'PROXY_302', 'shop.example:443 (302)'],
  ])('[OB30] by answering %j closes the connection', async (answer, code, text) => {
    await using proxy = await startConnectProxy(() => answer);
    await using outbound = outboundThrough(proxy);
    const failure = await failureOf(outbound.request(request));
    expect(failure).toMatchObject({ stage: 'connect', bytesSent: false, code, status: undefined });
    expect(failure.message).toContain(text);
    while (proxy.open.size > 0) await new Promise(setImmediate);
  });

  it.each([
    ['something that is not HTTP', '220 mail.example ESMTP\r\n\r\n'],
    ['headers without end', `HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1_000)}\r\n`.repeat(40)}`],
  ])('[OB30] by answering with %s', async (_title, answer) => {
    await using proxy = await startConnectProxy(() => answer);
    await using outbound = outboundThrough(proxy);
    const failure = await failureOf(outbound.request(request));
    expect(failure).toMatchObject({ stage: 'connect', bytesSent: false });
    while (proxy.open.size > 0) await new Promise(setImmediate);
  });

  it('[OB30] by closing without an answer', async () => {
    await using proxy = await startRawServer((socket) => socket.once('data', () => socket.end()));
    await using outbound = outboundThrough(proxy);
    expect(await failureOf(outbound.request(request))).toMatchObject({ stage: 'connect', bytesSent: false });
  });

  it('[OB17] [OB30] by never answering meets the connect limit', async () => {
    await using proxy = await startConnectProxy(() => 'silence');
    await using outbound = outboundThrough(proxy, { connectTimeoutMs: 80 });
    const failure = await failureOf(outbound.request(request));
    expect(failure).toMatchObject({ stage: 'timeout', bytesSent: false });
    expect(failure.message).toContain('did not connect to shop.example:443 within 80 ms');
    while (proxy.open.size > 0) await new Promise(setImmediate);
  });

  it('[OB21] [OB23] is disconnected when the request is aborted or the client disposed of', async () => {
    await using proxy = await startConnectProxy(() => 'silence');
    const outbound = outboundThrough(proxy);
    const controller = new AbortController();
    const aborted = failureOf(outbound.request({ ...request, signal: controller.signal }));
    const disposed = failureOf(outbound.request(request));
    while (proxy.requests.length < 2) await new Promise(setImmediate);
    controller.abort();
    expect(await aborted).toMatchObject({ stage: 'aborted', bytesSent: false });
    await outbound[Symbol.asyncDispose]();
    expect(await disposed).toMatchObject({ stage: 'aborted', bytesSent: false });
    while (proxy.open.size > 0) await new Promise(setImmediate);
  });

  it('[OB13] [OB30] never shows its address or its credentials', async () => {
    const down = await startConnectProxy(() => 'silence');
    await down[Symbol.asyncDispose]();
    await using refusing = await startConnectProxy(() => 'HTTP/1.1 407 No\r\n\r\n');
    for (const proxy of [down, refusing]) {
      await using outbound = outboundThrough(proxy);
      const failure = await failureOf(outbound.request(request));
      const shown = JSON.stringify({ ...failure, text: failure.message, stack: failure.stack });
      for (const secret of ['hunter', 'joe', btoa('joe:hunter@2'), String(proxy.port)]) {
        expect(shown).not.toContain(secret);
      }
    }
    expect(() => createAddressPolicy({ allowLoopback: false, proxy: 'socks://joe:hunter2@x' })).toThrow(
      'http://[user:password@]host:port',
    );
  });
});
