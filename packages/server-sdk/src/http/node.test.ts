import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { createGateway } from '../gateway/gateway.ts';
import { apiKey, listen, someChat, someLogin } from '../testing/requests.ts';
import { parleyRoute } from './fastify.ts';
import { nodeHandler } from './node.ts';

const gateway = createGateway({ apiKey, onChat: (_session, message) => `You said ${message}` });
const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
const post = (url: string, body: unknown, more = {}) =>
  fetch(url, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) });

describe('with node:http', () => {
  it('a conversation over one kept connection', async () => {
    await using server = await listen(nodeHandler(gateway));
    expect((await post(server.url, someLogin())).status).toBe(200);
    expect(await (await post(server.url, someChat('ä€😀'))).json()).toMatchObject({ reply: 'You said ä€😀' });
    expect((await fetch(server.url)).status).toBe(405);
  });

  it('a reply is streamed, and a caller who leaves aborts it', async () => {
    const ended = Promise.withResolvers<boolean>();
    const streaming = createGateway({
      apiKey,
      async *onChat(_session, _message, { signal }) {
        try {
          for (;;) {
            yield 'again ';
            await new Promise(setImmediate);
          }
        } finally {
          ended.resolve(signal.aborted);
        }
      },
    });
    await using server = await listen(nodeHandler(streaming));
    await post(server.url, someLogin());
    const leave = new AbortController();
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { ...headers, accept: 'text/event-stream' },
      body: JSON.stringify(someChat()),
      signal: leave.signal,
    });
    await response.body?.getReader().read();
    leave.abort();
    expect(await ended.promise).toBe(true);
  });

  it('an answer that was sent completely is not aborted', async () => {
    const signals: AbortSignal[] = [];
    const closed = Promise.withResolvers<void>();
    const serve = nodeHandler(async ({ signal }) => {
      signals.push(signal);
      return new Response('done');
    });
    await using server = await listen((incoming, outgoing) => {
      serve(incoming, outgoing);
      outgoing.once('close', closed.resolve);
    });
    expect(await (await fetch(server.url)).text()).toBe('done');
    await closed.promise;
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });

  it('a huge body without an end is refused, and the connection closes', async () => {
    await using server = await listen(nodeHandler(gateway));
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST / HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${apiKey}\r\ncontent-length: 99999999\r\n\r\n`,
    );
    socket.write(Buffer.alloc(600 * 1024));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('an error outside the handler is a 500 without its text', async () => {
    using _quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    await using server = await listen(nodeHandler(() => Promise.reject(new Error('secret'))));
    const response = await post(server.url, {});
    expect([response.status, await response.text()]).toEqual([500, 'The endpoint failed.\n']);
  });
});

describe('after a body parser', () => {
  const parsed = async (parse: (bytes: Buffer) => object, next?: (error: unknown) => void) =>
    listen(async (incoming, outgoing) => {
      const body = Buffer.from(await text(incoming));
      nodeHandler(gateway)(Object.assign(incoming, parse(body)), outgoing, next);
    });

  it.each([
    ['the bytes of express.raw()', (body: Buffer) => ({ body })],
    ['the text of express.text()', (body: Buffer) => ({ body: body.toString() })],
    ['a host that leaves rawBody', (body: Buffer) => ({ body: JSON.parse(body.toString()), rawBody: body })],
  ])('%s are used', async (_name, parse) => {
    await using server = await parsed(parse);
    expect((await post(server.url, someLogin())).status).toBe(200);
  });

  it('an object of express.json() is an error that says what to do', async () => {
    const errors: unknown[] = [];
    let answer: (() => void) | undefined;
    await using server = await listen(async (incoming, outgoing) => {
      const body: unknown = JSON.parse(await text(incoming));
      answer = () => outgoing.writeHead(500).end();
      nodeHandler(gateway)(Object.assign(incoming, { body }), outgoing, (error) => {
        errors.push(error);
        answer?.();
      });
    });
    expect((await post(server.url, someLogin())).status).toBe(500);
    expect(String(errors[0])).toMatch(/before the body parser/);
  });
});

describe('with Fastify', () => {
  it('a route reads its body itself, and other routes keep their parsers', async () => {
    await using app = Fastify();
    await app.register(parleyRoute('/avatar', gateway));
    app.post('/other', async ({ body }) => body);
    const base = await app.listen({ port: 0, host: '127.0.0.1' });
    expect((await post(`${base}/avatar`, someLogin())).status).toBe(200);
    expect(await (await post(`${base}/avatar`, someChat())).json()).toMatchObject({
      reply: 'You said hello',
    });
    expect((await post(`${base}/avatar`, someChat(), { authorization: 'Bearer x' })).status).toBe(401);
    expect((await fetch(`${base}/avatar`)).status).toBe(405);
    expect(await (await post(`${base}/other`, { a: 1 })).json()).toEqual({ a: 1 });
  });
});

it('several headers of one name reach the handler', async () => {
  const seen = Promise.withResolvers<string | null>();
  await using server = await listen(
    nodeHandler(async (incoming) => {
      seen.resolve(incoming.headers.get('x-many'));
      return new Response(null, { status: 204 });
    }),
  );
  const sent = request(server.url, { method: 'POST', headers: { 'x-many': ['a', 'b'] } }).end();
  await once(sent, 'response');
  expect(await seen.promise).toBe('a, b');
});
