import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemoEndpoint } from './index.ts';

type Received = { readonly authorization: string | undefined; readonly body: unknown };

describe('the demo endpoint', () => {
  let demo: Awaited<ReturnType<typeof startDemoEndpoint>>;
  let callbackUrl = '';
  const callbacks: Received[] = [];
  const service = createServer(async (request, response) => {
    callbacks.push({ authorization: request.headers.authorization, body: await json(request) });
    response.end('{}');
  });

  beforeAll(async () => {
    service.listen(0, '127.0.0.1');
    await once(service, 'listening');
    callbackUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/gateway/callback`;
    demo = await startDemoEndpoint({ callbackAfterMs: 0 });
  });
  afterAll(async () => {
    await demo[Symbol.asyncDispose]();
    service.closeAllConnections();
    await new Promise((resolve) => service.close(resolve));
  });

  const post = async (body: object | string) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(demo.url, { method: 'POST', body: text, headers: { connection: 'close' } });
    return { status: response.status, body: response.status === 413 ? null : await response.json() };
  };
  const login = (sessionId: string) =>
    post({
      action: 'LOGIN',
      sessionId,
      userId: '7',
      locale: 'en',
      lastSeen: '2026-01-01 00:00:00',
      authToken: 'secret',
      callbackUrl,
    });
  const chat = (sessionId: string, message: string) => post({ action: 'CHAT', sessionId, message });

  it('follows the contract: LOGIN, CHAT, LOGOUT, and a session that it does not know', async () => {
    const ok = { sessionId: 'a', status: 'OK' };
    expect(await login('a')).toMatchObject({ status: 200, body: ok });
    expect(await chat('a', 'What is Parley?')).toMatchObject({
      status: 200,
      body: { ...ok, reply: expect.stringContaining('a face and a voice'), statusMessage: '' },
    });
    expect(await post({ action: 'LOGOUT', sessionId: 'a' })).toMatchObject({ status: 200, body: ok });
    expect(await chat('a', 'Still there?')).toMatchObject({ status: 401, body: { status: 'ERROR' } });
  });

  it('keeps the facts of each visitor apart', async () => {
    await Promise.all([login('b'), login('c')]);
    await chat('b', 'My name is Ada');
    await chat('c', 'My name is Ben');
    expect((await chat('b', 'What is my name?')).body).toMatchObject({
      reply: expect.stringContaining('Ada'),
    });
    expect((await chat('c', 'What is my name?')).body).toMatchObject({
      reply: expect.stringContaining('Ben'),
    });
  });

  it('posts to the callback address of the session with its token', async () => {
    await login('d');
    await chat('d', 'Show me a callback');
    await expect.poll(() => callbacks.length).toBe(1);
    expect(callbacks).toEqual([
      {
        authorization: 'Bearer secret',
        body: { sessionId: 'd', message: expect.stringContaining('Here I am!') },
      },
    ]);
  });

  it('refuses a body that is not JSON', async () => {
    expect((await post('LOGIN')).status).toBe(400);
  });
});
