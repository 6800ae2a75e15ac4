import { createGateway, type GatewaySession, LoginRefused } from '@parley/server';
import { createApiClient } from '@parley/server/client';
import { createWebhookReceiver, type WebhookEvent } from '@parley/server/webhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../../server/src/testing/index.ts';
import { startVisitor } from '../testing/integration/visitor.ts';
import { serveHandler } from '../testing/integration/web-server.ts';
import { operatorOf } from '../testing/operator.ts';

const endpointKey = 'key-of-the-endpoint';

describe('@parley/server with the real service', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const keyFor = async (...permissions: string[]): Promise<string> => {
    const params = { account: await operatorOf(service).account() };
    const { call } = operatorOf(service);
    return (await call('keys.create', { params, body: { name: 'sdk', permissions } })).key;
  };

  it('a gateway answers whole and in pieces, calls back, and learns that the session is over', async () => {
    const sessions: GatewaySession[] = [];
    const ended: string[] = [];
    const gateway = createGateway({
      apiKey: endpointKey,
      onLogin: (session) => sessions.push(session),
      onChat: (_session, message) => (message === 'stream' ? pieces() : `You said ${message}.`),
      onLogout: ({ id }) => ended.push(id),
    });
    async function* pieces() {
      yield 'First sentence. ';
      yield 'Second sen';
      yield 'tence.';
    }
    await using endpoint = await serveHandler(gateway);
    const avatarId = await operatorOf(service).avatar({
      name: 'Ada',
      endpointUrl: endpoint.url,
      endpointKey,
    });
    await using visitor = await startVisitor(service, avatarId, { customString: 'basket=3', userId: 'ann' });
    await expect.poll(() => sessions).toHaveLength(1);
    const [session] = sessions;
    if (session === undefined) throw new Error('no LOGIN arrived');
    expect(session.id).toBe(visitor.sessionId);
    expect(session.login).toMatchObject({ customString: 'basket=3' });

    visitor.ask('tides');
    await expect.poll(() => visitor.sentences).toEqual(['You said tides.']);
    visitor.ask('stream');
    await expect.poll(() => visitor.sentences.slice(1)).toEqual(['First sentence.', 'Second sentence.']);
    expect(await session.say('Your order has shipped.')).toBe(true);
    await expect.poll(() => visitor.sentences.at(-1)).toBe('Your order has shipped.');

    const { login } = session;
    await visitor.client.hangUp();
    await expect.poll(() => ended).toEqual([session.id]);
    expect([session.isOver, await session.say('Are you there?')]).toEqual([true, false]);
    const answer = await fetch(login.callbackUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${login.authToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId: session.id, message: 'late' }),
    });
    expect(answer.status).toBe(404);
    expect(new Set(endpoint.statuses)).toEqual(new Set([200]));
  });

  it('a gateway that was restarted gets the LOGIN again, and the visitor notices nothing', async () => {
    const start = () =>
      createGateway({
        apiKey: endpointKey,
        data: () => ({ count: 0 }),
        onChat: ({ data }) => `Answer ${++data.count}.`,
      });
    let gateway = start();
    await using endpoint = await serveHandler((request) => gateway(request));
    const avatarId = await operatorOf(service).avatar({ name: 'Bo', endpointUrl: endpoint.url, endpointKey });
    await using visitor = await startVisitor(service, avatarId);
    visitor.ask('one');
    await expect.poll(() => visitor.sentences).toEqual(['Answer 1.']);
    gateway = start();
    visitor.ask('two');
    await expect.poll(() => visitor.sentences).toEqual(['Answer 1.', 'Answer 1.']);
    expect(endpoint.statuses).toEqual([200, 200, 401, 200, 200]);
  });

  it('a visitor who speaks again aborts the answer that is being made', async () => {
    const aborted = Promise.withResolvers<void>();
    const gateway = createGateway({
      apiKey: endpointKey,
      async *onChat(_session, message, { signal }) {
        if (message === 'stop') return yield 'Stopped.';
        yield 'A long story. ';
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        aborted.resolve();
      },
    });
    await using endpoint = await serveHandler(gateway);
    const avatarId = await operatorOf(service).avatar({ name: 'Cy', endpointUrl: endpoint.url, endpointKey });
    await using visitor = await startVisitor(service, avatarId);
    visitor.ask('tell me a story');
    await expect.poll(() => visitor.sentences).toEqual(['A long story.']);
    visitor.ask('stop');
    await aborted.promise;
    await expect.poll(() => visitor.sentences).toEqual(['A long story.', 'Stopped.']);
  });

  it('a refused visitor does not get into the session', async () => {
    const gateway = createGateway({
      apiKey: endpointKey,
      onChat: () => '',
      onLogin: () => {
        throw new LoginRefused('Not today.');
      },
    });
    await using endpoint = await serveHandler(gateway);
    const operator = operatorOf(service);
    const avatarId = await operator.avatar({ name: 'Di', endpointUrl: endpoint.url, endpointKey });
    const ends: unknown[] = [];
    await using visitor = await startVisitor(service, avatarId).catch((error: unknown) => {
      ends.push(error);
      return { [Symbol.asyncDispose]: async () => {} };
    });
    if ('client' in visitor) visitor.client.on('end', (ending) => ends.push(ending));
    await expect.poll(() => ends).toHaveLength(1);
    expect(endpoint.statuses[0]).toBe(403);
  });

  it('the API client lists, makes a token, queries and disconnects, and names its errors', async () => {
    const operator = operatorOf(service);
    const avatarId = await operator.avatar({ name: 'Private', private: true });
    const all = ['generate_tokens', 'read_avatars', 'read_session_state', 'disconnect_sessions'];
    const api = createApiClient({ url: service.url, apiKey: await keyFor(...all) });
    const listed = await Array.fromAsync(api.avatars());
    expect(listed).toContainEqual({ id: avatarId, name: 'Private' });
    expect((await api.avatarsPage(0, 1)).avatars).toHaveLength(1);
    const { jwt, expires_in } = await api.generateToken(avatarId, { expireAt: 300 });
    expect(expires_in).toBe(300);
    await using visitor = await startVisitor(service, avatarId, { token: jwt });
    expect(await api.querySession(visitor.sessionId, ['avatarId', 'avatarStatus'])).toEqual({
      avatarId: Number(avatarId),
      avatarStatus: expect.any(String),
    });
    expect(await api.disconnectSession(visitor.sessionId)).toBe(true);
    expect(await api.disconnectSession(visitor.sessionId)).toBe(false);
    expect(await api.querySession(visitor.sessionId, ['userId'])).toBeNull();
    await expect(api.generateToken(avatarId, { expireAt: 5 })).rejects.toMatchObject({
      reason: 'expireAtRange',
    });
    const wrong = createApiClient({ url: service.url, apiKey: 'no key' });
    await expect(wrong.avatarsPage()).rejects.toMatchObject({ status: 401, code: expect.any(Number) });
    const narrow = createApiClient({ url: service.url, apiKey: await keyFor('read_avatars') });
    await expect(narrow.disconnectSession('x')).rejects.toMatchObject({ reason: 'scopeMissing', code: 34 });
  });

  it('a webhook receiver verifies every event, also during a rotation, and takes a replay only once', async () => {
    const events: WebhookEvent[] = [];
    let secret = '';
    const receivers = new Map<string, ReturnType<typeof createWebhookReceiver>>();
    await using hook = await serveHandler((request) => {
      const receive =
        receivers.get(secret) ?? createWebhookReceiver({ secret, onEvent: (event) => events.push(event) });
      receivers.set(secret, receive);
      return receive(request);
    });
    const operator = operatorOf(service);
    const params = { account: await operator.account() };
    const made = await operator.call('webhooks.create', { params, body: { name: 'sdk', url: hook.url } });
    secret = made.secret;
    const avatarId = await operator.avatar({ name: 'Eve', webhookId: made.id, transcript: true });
    const deliveries = async () =>
      (await operator.call('deliveries.list', { params, query: { webhook: made.id } })).items;
    /** A whole session. Returns when every event of it was received. */
    const visit = async () => {
      await using visitor = await startVisitor(service, avatarId);
      await visitor.client.hangUp();
      const isDone = (event: WebhookEvent) =>
        event.name === 'session:conversation' && event.details.session_id === visitor.sessionId;
      await expect.poll(() => events.some(isDone)).toBe(true);
      await expect
        .poll(async () => (await deliveries()).every(({ status }) => status === 'delivered'))
        .toBe(true);
    };
    await visit();
    // Events may arrive in another order.
    expect(events.find(({ sequence }) => sequence === 1)).toMatchObject({
      name: 'connection:state-changed',
      details: { avatar_id: avatarId, state: 'connecting' },
    });

    const count = events.length;
    const delivery = (await deliveries()).at(-1)?.id ?? '';
    const replay = await operator.call('deliveries.replay', { params: { ...params, delivery } });
    expect(replay).toMatchObject({ status: 200 });
    expect(events).toHaveLength(count);

    const rotated = { params: { ...params, webhook: made.id }, body: { overlapSeconds: 600 } };
    const next = await operator.call('webhooks.rotate', rotated);
    await visit();
    secret = next.secret;
    await visit();
    expect(hook.statuses.filter((status) => status >= 300)).toEqual([]);
  });
});
