import type { ChatRequest } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../kernel/index.ts';
import type { Received } from '../live/testing/endpoint.ts';
import { LiveApp } from '../live/testing/live-app.ts';
import { startTracing } from './start-tracing.ts';
import { type CollectedSpan, type Collector, startCollector, tracingSettings } from './testing/collector.ts';
import { remoteSpan } from './testing/remote-span.ts';

const pageTrace = '4bf92f3577b34da6a3ce929d0e0e4736';
const joinTrace = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const traceparentIn = (traceId: string, spanId = '00f067aa0ba902b7') => `00-${traceId}-${spanId}-01`;
const remoteOf = ({ headers }: Received) => remoteSpan(String(headers.traceparent));

describe('the traces of a session', () => {
  let collector: Collector;
  let app: LiveApp;
  const undo = new AsyncDisposableStack();

  beforeAll(async () => {
    collector = undo.use(await startCollector());
    const tracer = await startTracing(tracingSettings(collector.url), createLog('silent'));
    if (tracer === null) throw new Error('no tracer');
    undo.use(tracer);
    app = undo.use(await LiveApp.start({}, undefined, { tracer }));
  });
  afterAll(() => undo.disposeAsync());

  const inTrace = (traceId: string, name: string) =>
    collector.next(`${name} in ${traceId}`, (span) => span.traceId === traceId && span.name === name);

  it('[TR2] [TR3] [TR4] [TR6] one trace leads from the page through the endpoint to what its callback says', async () => {
    const avatarId = await app.avatar();
    const { wire, sessionId } = await app.talk(avatarId);
    await wire.status('IDLE');
    wire.send({ type: 'audio', wanted: true });
    await app.endpoint.next('LOGIN', sessionId);
    wire.say('Where is my parcel?', { traceparent: traceparentIn(pageTrace) });
    const chat = await app.endpoint.next('CHAT', sessionId);
    const sent = remoteOf(chat);
    expect(sent).toMatchObject({ traceId: pageTrace, sampled: true });
    const endpointSpan = 'eeeeeeeeeeeeeeee';
    const headers = { traceparent: traceparentIn(pageTrace, endpointSpan) };
    expect((await app.callback(sessionId, 'It has arrived.', {}, headers)).status).toBe(200);
    for (const spoken of ['You said Where is my parcel?.', 'It has arrived.']) {
      // Like a real client: it reports an utterance as played only after its sound has arrived.
      await wire.next('speech', ({ done }) => done);
      expect((await wire.listen()).join(' ')).toBe(spoken);
    }

    const turn = await inTrace(pageTrace, 'turn');
    const children = await Promise.all(
      ['first sentence', 'brain', 'voice', 'recording'].map((name) => inTrace(pageTrace, name)),
    );
    for (const child of children) expect(child.parentId, child.name).toBe(turn.spanId);
    expect(turn.parentId).toBe('00f067aa0ba902b7');
    expect(turn.attributes).toMatchObject({ 'session.id': sessionId, 'parley.outcome': 'answered' });
    expect(children[1]).toMatchObject({ spanId: sent?.spanId, attributes: { 'parley.brain': 'endpoint' } });

    const callback = await inTrace(pageTrace, 'POST /gateway/callback');
    const say = await inTrace(pageTrace, 'say');
    expect(callback.parentId).toBe(endpointSpan);
    expect(callback.attributes).toMatchObject({ 'http.response.status_code': 200 });
    expect(say).toMatchObject({ parentId: callback.spanId, attributes: { 'parley.utterance': 'callback' } });
    await collector.next('the voice of the callback', ({ name, parentId }) => {
      return name === 'voice' && parentId === say.spanId;
    });
  });

  it('[TR4] a callback that another process received passes its trace to the session', async () => {
    const { wire, sessionId } = await app.talk(await app.avatar());
    await wire.status('IDLE');
    const traceId = 'cccccccccccccccccccccccccccccccc';
    const message = { message: 'Hello.', interrupt: false, traceparent: traceparentIn(traceId) };
    expect(await app.test.bus.sessions.callback(sessionId, message)).toBe('taken');
    await wire.listen();
    expect(await inTrace(traceId, 'say')).toMatchObject({ attributes: { 'session.id': sessionId } });
  });

  it('[TR3] [TR6] LOGIN belongs to the request that opened the session, and LOGOUT has a trace, too', async () => {
    const avatarId = await app.avatar();
    const headers = { traceparent: traceparentIn(joinTrace) };
    const { body } = await app.authenticate(avatarId, {}, headers);
    const joined = body as { sessionId: string; ticket: string };
    const wire = await app.enter(joined);
    const login = await app.endpoint.next('LOGIN', joined.sessionId);
    const span = await inTrace(joinTrace, 'login');
    expect(remoteOf(login)).toMatchObject({ traceId: joinTrace, spanId: span.spanId });
    expect(span.parentId).toBe((await inTrace(joinTrace, 'POST /client/authenticate')).spanId);

    wire.send({ type: 'bye' });
    const logout = remoteOf(await app.endpoint.next('LOGOUT', joined.sessionId));
    expect(logout?.traceId).not.toBe(joinTrace);
    expect(await inTrace(String(logout?.traceId), 'logout')).toMatchObject({ spanId: logout?.spanId });
  });

  it('[TR2] a turn without an answer says at which stage it failed', async () => {
    const { wire, sessionId } = await app.talk(await app.avatar({ endpointUrl: 'http://127.0.0.1:9/' }));
    await wire.status('IDLE');
    wire.say('Hello?');
    await wire.listen();
    const turn = await collector.next('the turn', ({ name, attributes }) => {
      return name === 'turn' && attributes['session.id'] === sessionId;
    });
    expect(turn).toMatchObject({ failed: true, attributes: { 'parley.outcome': 'failed' } });
    expect(turn.attributes['error.type']).toBe('connect');
  });

  it('[TR5] a request with an API key continues its trace, one without a valid key has no span', async () => {
    const ask = (key: string, traceId: string) =>
      app.test.send({ url: '/avatars', headers: { 'x-api-key': key, traceparent: traceparentIn(traceId) } });
    const [refused, taken] = ['d', 'e'].map((letter) => letter.repeat(32)) as [string, string];
    expect((await ask(`${app.party.key.slice(0, -1)}?`, refused)).status).toBe(401);
    expect((await ask(app.party.key, taken)).status).toBe(200);
    expect(await inTrace(taken, 'GET /avatars')).toMatchObject({
      attributes: { 'http.route': '/avatars', 'http.response.status_code': 200 },
    });
    expect(collector.spans.filter(({ traceId }) => traceId === refused)).toEqual([]);
  });

  it('[TR8] no words, names or keys leave in spans', async () => {
    const secrets = ['Zanzibar', 'Quokka', 'Ziggurat', 'endpoint-key', app.party.key, 'Marigold'];
    const input = { userName: 'Marigold', customString: 'Ziggurat' };
    const { wire, sessionId } = await app.talk(await app.avatar({ name: 'Quokka' }), input);
    await wire.status('IDLE');
    wire.say('Tell me about Zanzibar.');
    const chat = await app.endpoint.next('CHAT', sessionId);
    expect((chat.body as ChatRequest).message).toContain('Zanzibar');
    await wire.listen();
    await app.callback(sessionId, 'Zanzibar is far.', {}, { traceparent: traceparentIn('f'.repeat(32)) });
    await wire.listen();
    await inTrace('f'.repeat(32), 'say');
    const isTurn = ({ name, attributes }: CollectedSpan) =>
      name === 'turn' && attributes['session.id'] === sessionId;
    await collector.next('the turn', isTurn);
    for (const secret of secrets) expect(collector.bytes().includes(secret), secret).toBe(false);
  });
});
