import { clientFrames, extendedEvents, serverFrames } from '@parley/protocol';
import { createGateway } from '@parley/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../../server/src/testing/index.ts';
import { allowPartner } from '../testing/allow-partner.ts';
import { serveHandler } from '../testing/integration/web-server.ts';
import { operatorOf } from '../testing/operator.ts';
import { publishedContract } from './published-contract.ts';
import { recordedCall } from './recorded-call.ts';

type Body = Readonly<Record<string, unknown>>;

/** Serves a handler, and notes the bodies of its requests and answers. */
async function serveRecorded(handler: (request: Request) => Promise<Response>) {
  const requests: Body[] = [];
  const answers: string[] = [];
  const served = await serveHandler(async (request) => {
    requests.push((await request.clone().json()) as Body);
    const response = await handler(request);
    void response
      .clone()
      .text()
      .then((text) => answers.push(text));
    return response;
  });
  return { ...served, requests, answers };
}

describe('what the service and @parley/server really send', () => {
  let service: RunningService;
  let contract: Awaited<ReturnType<typeof publishedContract>>;
  let key: string;
  const undo = new AsyncDisposableStack();
  beforeAll(async () => {
    service = undo.use(await startService());
    contract = await publishedContract(service.url);
    const operator = operatorOf(service);
    const params = { account: await operator.account() };
    const permissions = [
      'generate_tokens',
      'read_avatars',
      'read_session_state',
      'disconnect_sessions',
      'read_events',
    ];
    ({ key } = await operator.call('keys.create', { params, body: { name: 'contract', permissions } }));
    const names = Object.keys(extendedEvents);
    await operator.call('account.setExtendedEvents', { params, body: { names, enabled: true } });
  });
  afterAll(() => undo.disposeAsync());

  const callApi = async (method: string, path: string, body?: object, withKey = key): Promise<string[]> => {
    const answer = await fetch(service.url + path, {
      method,
      headers: { 'x-api-key': withKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return contract.answer(method, path.split('?')[0] ?? '', answer.status, await answer.json());
  };

  it('satisfies the published documents, and has no field that they do not name', async () => {
    const operator = operatorOf(service);
    const params = { account: await operator.account() };
    await using endpoint = await serveRecorded(
      createGateway({
        apiKey: 'key-of-the-shop',
        onChat: (_session, message) =>
          message === 'stream'
            ? (async function* () {
                yield 'One sentence. ';
                yield '<svc-emotion name="happy"/> Another one.';
              })()
            : `You said: ${message}.`,
      }),
    );
    await using webhook = await serveRecorded(async () => new Response(null, { status: 204 }));
    await using partner = await serveRecorded(async () => new Response(null, { status: 204 }));
    await allowPartner(service, partner.url);
    const { id: webhookId } = await operator.call('webhooks.create', {
      params,
      body: { name: 'contract', url: webhook.url },
    });
    await operator.call('webhooks.test', { params: { ...params, webhook: webhookId } });
    const avatarId = await operator.avatar({
      name: 'Recorded',
      endpointUrl: endpoint.url,
      endpointKey: 'key-of-the-shop',
      webhookId,
      transcript: true,
      sendsHeard: true,
      personButton: true,
      greeting: 'Welcome!',
    });

    using call = await recordedCall(service.url, avatarId);
    const comes = (type: string, count = 1) =>
      expect
        .poll(
          () => call.frames.filter(({ sender, frame }) => sender === 'server' && frame.type === type).length,
        )
        .toBeGreaterThanOrEqual(count);
    const played = (utterance: number, sentences: number) =>
      call.send({ type: 'playback', utterance, sentences, done: true });
    await comes('welcome');
    call.send({ type: 'load', progress: 1 });
    call.send({ type: 'audio', wanted: true, device: false, languages: ['en'] });
    call.send({ type: 'open' });
    await comes('utterance-end');
    await expect.poll(call.sounds).toBeGreaterThan(0);
    played(1, 1);
    call.send({ type: 'ping' });
    call.send({ type: 'microphone', open: true });
    call.send({ type: 'speech', active: true });
    call.send({ type: 'speech', active: false });
    call.send({ type: 'event', id: 1, name: 'media:mic-ready', details: {} });
    call.send({ type: 'message', id: 2, text: 'stream', spoken: true });
    await comes('utterance-end', 2);
    call.send({ type: 'interrupt', id: 3, heard: { utterance: 2, text: 'One sentence.' } });
    call.send({ type: 'language', id: 4, name: 'en' });
    call.send({ type: 'message', id: 5, text: 'hello', heard: { utterance: 2, text: 'One sentence.' } });
    await comes('utterance-end', 3);
    played(3, 1);
    call.send({ type: 'platform', id: 6, platform: 'media-stream' });
    call.send({ type: 'context', id: 7, text: 'The visitor is at the shop.' });
    call.send({ type: 'clear-context', id: 8 });
    call.send({ type: 'say', id: 9, text: 'Said by the page.' });
    await comes('error');
    call.send({ type: 'request-person', id: 10, reason: 'A question about an invoice.' });
    const ofSession = { ...params, session: call.sessionId };
    await operator.call('sessions.take', { params: ofSession, body: {} });
    await comes('people');
    call.send({ type: 'heard', text: 'thank' });
    await operator.call('sessions.release', { params: ofSession });
    await comes('people', 2);

    const login = endpoint.requests.find(({ action }) => action === 'LOGIN');
    const callback = await fetch(String(login?.callbackUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${login?.authToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId: call.sessionId, message: 'Called back.', interrupt: true }),
    });
    expect(contract.answer('POST', '/gateway/callback', callback.status, await callback.json())).toEqual([]);

    const query = `/session/query?sessionId=${call.sessionId}&fields=`;
    const found = [
      ...(await callApi('GET', '/avatars')),
      ...(await callApi('GET', '/avatars?size=1000')),
      ...(await callApi('GET', '/avatars', undefined, 'nonsense')),
      ...(await callApi('POST', '/auth/generate-token', { avatar_id: avatarId })),
      ...(await callApi('POST', '/auth/generate-token', { avatar_id: avatarId, expire_at: 1 })),
      ...(await callApi('GET', `${query}avatarStatus,avatarId,userId,lastActivityAt`)),
      ...(await callApi('GET', `${query}nonsense`)),
      ...(await callApi('POST', '/sessions/disconnect', { session_id: call.sessionId })),
      ...(await callApi('POST', '/sessions/disconnect', { session_id: call.sessionId })),
      ...(await callApi('GET', '/events')),
    ];
    expect(found).toEqual([]);
    await comes('end');

    const names = (bodies: readonly Body[]) => new Set(bodies.map(({ name, action }) => name ?? action));
    await expect.poll(() => names(endpoint.requests)).toEqual(new Set(['LOGIN', 'CHAT', 'LOGOUT']));
    await expect.poll(() => names(webhook.requests)).toContain('session:conversation');
    await expect.poll(() => names(webhook.requests)).toContain('session:ended');
    await expect.poll(() => names(partner.requests)).toContain('connection:state-changed');
    await expect.poll(() => endpoint.answers.length).toBe(endpoint.requests.length);

    expect(names(webhook.requests)).toContain('webhook.test');
    expect(names(webhook.requests)).toContain('agent:message');
    expect([...call.typesFrom('client')].sort()).toEqual(
      Object.keys(clientFrames)
        .filter((type) => !['leaving', 'bye'].includes(type))
        .sort(),
    );
    expect([...call.typesFrom('server')].sort()).toEqual(
      Object.keys(serverFrames)
        .filter((type) => !['words', 'restart'].includes(type))
        .sort(),
    );

    for (const body of endpoint.requests)
      expect(contract.message('endpoint', String(body.action), body)).toEqual([]);
    for (const text of endpoint.answers) {
      const isStream = text.startsWith('data:');
      const parts = isStream
        ? text
            .trim()
            .split(/\n+/)
            .map((line) => line.replace('data: ', ''))
        : [text];
      const kind = isStream ? 'chatStream' : text.includes('"reply"') ? 'chatAnswer' : 'loginAnswer';
      for (const part of parts)
        expect(contract.message('endpoint', kind, JSON.parse(part)), text).toEqual([]);
    }
    for (const body of webhook.requests)
      expect(contract.message('webhook', String(body.name), body)).toEqual([]);
    for (const body of partner.requests)
      expect(contract.message('partnerWebhook', String(body.name), body)).toEqual([]);
    for (const { sender, frame } of call.frames)
      expect(contract.message('live', frame.type, frame, sender), JSON.stringify(frame)).toEqual([]);
  });

  it('the check finds what differs', () => {
    const chat = { action: 'CHAT', sessionId: 's', message: 'm' };
    expect(contract.message('endpoint', 'CHAT', chat)).toEqual([]);
    expect(contract.message('endpoint', 'CHAT', { ...chat, more: 1 })[0]).toContain('more');
    expect(contract.message('endpoint', 'CHAT', { ...chat, message: 7 })[0]).toContain('must be string');
    expect(contract.message('live', 'no-such-frame', {}, 'server')[0]).toContain('there is no');
    expect(contract.answer('GET', '/avatars', 200, { avatars: [] })[0]).toContain('pagination');
  });
});
