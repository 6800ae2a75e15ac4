import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createAddressPolicy, createOutbound } from '../index.ts';
import { startConnectProxy } from '../testing/connect-proxy.ts';
import { failureOf } from '../testing/failure-of.ts';
import { localOutbound } from '../testing/local-outbound.ts';
import { startRawServer, startReceiver } from '../testing/receiver.ts';
import { selfSignedCertificate } from '../testing/self-signed-certificate.ts';
import { stoppedTimers } from '../testing/stopped-timers.ts';

const maxMessageBytes = 1_000;

/** A WebSocket server that sends back what it receives. */
async function startEcho(tls?: { key: string; cert: string }) {
  const server = tls === undefined ? createServer() : createTlsServer(tls);
  const sockets = new WebSocketServer({ server, perMessageDeflate: true });
  const headers: Record<string, unknown>[] = [];
  sockets.on('connection', (socket, request) => {
    headers.push(request.headers);
    socket.on('error', () => undefined).on('message', (data) => socket.send(data));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    headers,
    clients: sockets.clients,
    async [Symbol.asyncDispose]() {
      for (const client of sockets.clients) client.terminate();
      server.close();
      await once(server, 'close');
    },
  };
}

async function echoOf(socket: WebSocket, text: string): Promise<string> {
  socket.send(text);
  const [data] = (await once(socket, 'message')) as [Buffer];
  return data.toString();
}

describe('a WebSocket', () => {
  it('[OB27] is opened with the headers, and offers no compression', async () => {
    await using server = await startEcho();
    await using outbound = localOutbound();
    const url = `http://127.0.0.1:${server.port}/voice?a=b`;
    const socket = await outbound.openWebSocket({ url, headers: { 'x-key': 'k' }, maxMessageBytes });
    expect(await echoOf(socket, 'hello')).toBe('hello');
    expect(server.headers[0]).toMatchObject({ 'x-key': 'k', host: `127.0.0.1:${server.port}` });
    expect(server.headers[0]).not.toHaveProperty('sec-websocket-extensions');
  });

  it('[OB5] [OB27] goes to the checked address of a name that is looked up once', async () => {
    await using server = await startEcho();
    let lookUps = 0;
    const policy = createAddressPolicy({ allowLoopback: false, allowedNetworks: ['127.0.0.0/8'] });
    const resolve = async () => (lookUps++ === 0 ? ['127.0.0.1'] : ['10.0.0.1']);
    await using outbound = createOutbound({ policy, resolve });
    const url = `http://voice.example:${server.port}/`;
    const socket = await outbound.openWebSocket({ url, maxMessageBytes });
    expect(await echoOf(socket, 'hello')).toBe('hello');
    expect(lookUps).toBe(1);
  });

  it('[OB27] reaches no forbidden address, written or behind a name', async () => {
    await using server = await startRawServer((socket) => socket.resume());
    const policy = createAddressPolicy({ allowLoopback: false });
    await using outbound = createOutbound({ policy, allowHttp: true, resolve: async () => ['127.0.0.1'] });
    for (const host of ['127.0.0.1', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost', 'innocent.example']) {
      const url = `http://${host}:${server.port}/`;
      const failure = await failureOf(outbound.openWebSocket({ url, maxMessageBytes }));
      expect(failure).toMatchObject({ stage: 'address', bytesSent: false });
    }
    expect(server.connections).toBe(0);
  });

  it('[OB16] [OB27] verifies the certificate', async () => {
    const tls = selfSignedCertificate({ names: ['localhost'] });
    await using server = await startEcho(tls);
    await using trusting = localOutbound({ ca: tls.cert });
    const url = `https://localhost:${server.port}/`;
    expect(await echoOf(await trusting.openWebSocket({ url, maxMessageBytes }), 'hello')).toBe('hello');
    await using strict = localOutbound();
    const failure = await failureOf(strict.openWebSocket({ url, maxMessageBytes }));
    expect(failure).toMatchObject({ stage: 'tls', bytesSent: false });
  });

  it.each([401, 302, 200])('[OB11] [OB27] an answer of %i is a failure with that status', async (status) => {
    await using inner = await startReceiver((response) => response.end('secret'));
    await using server = await startReceiver((response) =>
      response.writeHead(status, { location: inner.url }).end(),
    );
    await using outbound = localOutbound();
    const failure = await failureOf(outbound.openWebSocket({ url: server.url, maxMessageBytes }));
    expect(failure).toMatchObject({ stage: 'response', bytesSent: true, status });
    expect(inner.connections).toBe(0);
    await server.untilAllClosed();
  });

  it.each([
    ['closes at once', (socket: Socket) => void socket.destroy(), 'without an answer'],
    ['does not speak HTTP', (socket: Socket) => void socket.end('220 ESMTP\r\n\r\n'), 'did not open'],
    [
      'answers with a wrong key',
      (socket: Socket) =>
        void socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: x\r\n\r\n',
        ),
      'did not open',
    ],
  ])('[OB13] [OB27] a peer that %s is a failure', async (_title, answer, text) => {
    await using server = await startRawServer((socket) => socket.once('data', () => answer(socket)));
    await using outbound = localOutbound();
    const failure = await failureOf(outbound.openWebSocket({ url: server.url, maxMessageBytes }));
    expect(failure).toMatchObject({ stage: 'response', bytesSent: true });
    expect(failure.message).toContain(text);
    await server.untilAllClosed();
  });

  it('[OB17] [OB18] [OB27] limits hold while it is opened, and not afterwards', async () => {
    using timers = stoppedTimers();
    await using silent = await startRawServer((socket) => socket.once('data', () => timers.pass(100)));
    await using outbound = localOutbound({ connectTimeoutMs: 100, totalTimeoutMs: 100 });
    const slow = await failureOf(outbound.openWebSocket({ url: silent.url, maxMessageBytes }));
    expect(slow).toMatchObject({ stage: 'timeout', bytesSent: true });
    const url = silent.url.replace('http', 'https');
    expect(await failureOf(outbound.openWebSocket({ url, maxMessageBytes }))).toMatchObject({
      stage: 'timeout',
      bytesSent: false,
    });
    await silent.untilAllClosed();

    await using server = await startEcho();
    const socket = await outbound.openWebSocket({
      url: `http://127.0.0.1:${server.port}/`,
      maxMessageBytes,
    });
    timers.pass(150);
    expect(await echoOf(socket, 'still here')).toBe('still here');
  });

  it('[OB21] [OB23] [OB27] abort and disposal close it while it is opened and later', async () => {
    await using silent = await startRawServer((socket) => socket.resume());
    await using server = await startEcho();
    const outbound = localOutbound();
    const controller = new AbortController();
    const { signal } = controller;
    const aborted = failureOf(outbound.openWebSocket({ url: silent.url, signal, maxMessageBytes }));
    const opening = failureOf(outbound.openWebSocket({ url: silent.url, maxMessageBytes }));
    await outbound.openWebSocket({ url: `http://127.0.0.1:${server.port}/`, maxMessageBytes });
    while (silent.connections < 2) await new Promise(setImmediate);
    controller.abort();
    expect((await aborted).stage).toBe('aborted');
    await outbound[Symbol.asyncDispose]();
    expect((await opening).stage).toBe('aborted');
    await silent.untilAllClosed();
    while (server.clients.size > 0) await new Promise(setImmediate);
    const late = await failureOf(outbound.openWebSocket({ url: silent.url, maxMessageBytes }));
    expect(late).toMatchObject({ stage: 'aborted', bytesSent: false });
  });

  it('[OB12] [OB20] [OB27] refuses headers that cannot be sent and messages that are too long', async () => {
    await using server = await startEcho();
    await using outbound = localOutbound();
    const url = `http://127.0.0.1:${server.port}/`;
    const headers = { 'x-key': 'a\r\nb: c' };
    expect((await failureOf(outbound.openWebSocket({ url, headers, maxMessageBytes }))).stage).toBe('send');
    const socket = await outbound.openWebSocket({ url, maxMessageBytes });
    socket.send('x'.repeat(maxMessageBytes + 1));
    await new Promise((resolve) => socket.once('close', resolve));
  });

  it('[OB28] goes through the proxy, with and without TLS', async () => {
    const tls = selfSignedCertificate({ names: ['voice.example'] });
    await using secure = await startEcho(tls);
    await using plain = await startEcho();
    await using proxy = await startConnectProxy((target) => ({
      port: target.endsWith(':443') ? secure.port : plain.port,
    }));
    const policy = createAddressPolicy({ allowLoopback: false, proxy: `http://127.0.0.1:${proxy.port}` });
    await using outbound = createOutbound({ policy, allowHttp: true, ca: tls.cert });
    for (const url of ['https://voice.example/', 'http://voice.example/']) {
      const socket = await outbound.openWebSocket({ url, maxMessageBytes });
      expect(await echoOf(socket, url)).toBe(url);
    }
    expect(proxy.requests.map(({ target }) => target)).toEqual(['voice.example:443', 'voice.example:80']);
  });
});
