import { createLiveClient, type LiveClient } from '@parley/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveApp, until } from './testing/index.ts';
import { type ShopEndpoint, startShopEndpoint } from './testing/shop-endpoint.ts';

describe('a shop’s endpoint and a page’s client, over the wire', () => {
  let app: LiveApp;
  let shop: ShopEndpoint;
  let avatarId: number;
  beforeAll(async () => {
    app = await LiveApp.start();
    shop = await startShopEndpoint();
    avatarId = await app.avatar({ endpointUrl: shop.url, endpointKey: shop.key });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await shop[Symbol.asyncDispose]();
  });

  /** A client that remembers the sentences its user heard and the events its page received. */
  const startCall = async (options: Partial<Parameters<typeof createLiveClient>[0]> = {}) => {
    const client = createLiveClient({ url: app.url, avatarId, userId: 'ann', ...options });
    const heard: string[] = [];
    const events: unknown[] = [];
    client.on('sentence', ({ text }) => heard.push(text));
    client.on('tag', ({ event, json }) => events.push([event, json]));
    await client.connect();
    return { client, heard, events, sessionId: client.sessionId ?? '' };
  };
  const hears = (heard: readonly string[], count: number) =>
    until(`${count} sentences`, () => heard.length >= count);
  const idle = (client: LiveClient) => until('idle', () => client.status === 'IDLE');

  it('login, chat, empty reply, tag in a reply, tag by callback, logout', async () => {
    const { client, heard, events, sessionId } = await startCall();
    client.sendMessage('<svc-register-tag ssml-tag="svc-custom-rest-json" event="order"/>');
    client.sendMessage('hello');
    await hears(heard, 1);
    expect(heard).toEqual(['ann, you said: hello.']);
    expect(shop.sessions.has(sessionId)).toBe(true);

    client.sendMessage('search');
    await until('the shop has it', () => shop.log.filter((line) => line.startsWith('CHAT')).length === 2);
    await idle(client);
    expect(heard).toHaveLength(1);
    expect(await shop.push(sessionId, 'I found it. <svc-custom-rest-json json="[1,2]"/>')).toEqual({
      status: 200,
      body: { sessionId, status: 'OK', statusMessage: expect.any(String) },
    });
    await hears(heard, 2);
    await until('the tag', () => events.length === 1);

    client.sendMessage('buy');
    await hears(heard, 4);
    expect(heard.slice(1)).toEqual(['I found it.', 'Done.', 'Thank you!']);
    client.sendMessage('<cart json=\'{"items": 3}\'/>');
    await hears(heard, 5);
    expect(events).toEqual([
      ['order', [1, 2]],
      ['order', { order: 17 }],
    ]);

    await idle(client);
    expect(await client.hangUp()).toMatchObject({ reason: 'hangup', confirmed: true });
    await until('the shop forgets', () => !shop.sessions.has(sessionId));
    expect((await app.untilSettled(sessionId)).logout).toBe('done');
    expect(shop.log).toEqual([
      'LOGIN unknown',
      'CHAT known',
      'CHAT known',
      'CHAT known',
      'CHAT known',
      'LOGOUT known',
    ]);
  });

  it('[LV52] the shop restarts and forgets its sessions: one new LOGIN, and the turn succeeds', async () => {
    const { client, heard, sessionId } = await startCall();
    client.sendMessage('one');
    await hears(heard, 1);
    await idle(client);
    shop.sessions.clear();
    const before = shop.log.length;
    client.sendMessage('two');
    await hears(heard, 2);
    expect(heard[1]).toBe('ann, you said: two.');
    expect(shop.log.slice(before)).toEqual(['CHAT unknown', 'LOGIN unknown', 'CHAT known']);
    expect((await app.record(sessionId)).turns.map(({ outcome }) => outcome)).toEqual([
      'answered',
      'answered',
    ]);
    await client.hangUp();
    await until('the shop forgets', () => !shop.sessions.has(sessionId));
  });

  it('the shop restarts and its session ends before another turn: LOGOUT is not asked for twice', async () => {
    const { client, sessionId } = await startCall();
    await until('the shop knows', () => shop.sessions.has(sessionId));
    shop.sessions.clear();
    await client.hangUp();
    expect((await app.untilSettled(sessionId)).logout).toBe('done');
  });

  it('[LV51] a wrong key ends the session at its beginning', async () => {
    const id = await app.avatar({ endpointUrl: shop.url, endpointKey: 'wrong' });
    const client = createLiveClient({ url: app.url, avatarId: id });
    const ended = new Promise((resolve) => client.on('end', resolve));
    await client.connect();
    expect(await ended).toMatchObject({ reason: 'auth_failed', confirmed: true });
  });

  it('a private avatar with its token, from generate-token to the first answer', async () => {
    const id = await app.avatar({ endpointUrl: shop.url, endpointKey: shop.key, private: true });
    const { client, heard } = await startCall({ avatarId: id, token: await app.token(id) });
    client.sendMessage('hello');
    await hears(heard, 1);
    await client.hangUp();
    await expect(startCall({ avatarId: id })).rejects.toMatchObject({ code: 'token_required' });
  });

  it('[LV36] a client whose network breaks comes back by itself and misses nothing', async () => {
    const before = shop.log.length;
    const { client, heard, sessionId } = await startCall({ random: () => 0 });
    client.sendMessage('one');
    await hears(heard, 1);
    await idle(client);
    app.breakConnections();
    await until('it noticed', () => client.state !== 'connected');
    client.sendMessage('two');
    expect((await shop.push(sessionId, 'Three.')).status).toBe(200);
    await hears(heard, 3);
    expect(new Set(heard.slice(1))).toEqual(new Set(['Three.', 'ann, you said: two.']));
    const came = shop.log.slice(before).filter((line) => !line.startsWith('LOGOUT'));
    expect(came).toEqual(['LOGIN unknown', 'CHAT known', 'CHAT known']);
    await client.hangUp();
    await app.untilSettled(sessionId);
  });
});
