import { closeCodes } from '@parley/protocol/wire';
import { describe, expect, test } from 'vitest';
import { WebSocket as WsWebSocket } from 'ws';
import { createLiveClient, LiveError } from '../index.ts';
import { conversation, nextEvent, nextState } from '../testing/index.ts';

describe('connecting', () => {
  test('sends its ticket in the first frame, then reports that it is loaded and opens the conversation', async () => {
    await using talk = await conversation();
    expect(talk.client.state).toBe('new');
    const states: string[] = [];
    talk.client.on('connection', ({ state }) => states.push(state));
    const socket = await talk.begin();
    expect(socket.received).toEqual([
      { type: 'hello', versions: [1], sessionId: 'ses_double', ticket: 'ticket-1', resume: 'resume-1' },
      { type: 'load', progress: 1 },
      { type: 'open' },
    ]);
    expect(states).toEqual(['connecting', 'connected']);
    expect(talk.client).toMatchObject({ state: 'connected', sessionId: 'ses_double' });
  });

  test('works with the WebSocket of ws, too', async () => {
    await using talk = await conversation({ WebSocket: WsWebSocket });
    await talk.begin();
  });

  test('a client with a face reports loading and opens only when the page says so', async () => {
    await using talk = await conversation({ readyAtOnce: false });
    await talk.client.connect();
    const socket = await talk.double.socket();
    talk.client.reportLoad(0.5);
    talk.client.reportLoad(1);
    talk.client.open();
    expect(await socket.next('load')).toMatchObject({ progress: 0.5 });
    expect(await socket.next('load')).toMatchObject({ progress: 1 });
    await socket.next('open');
  });

  test('a refused ticket ends it, and connect says so', async () => {
    await using talk = await conversation();
    talk.double.answer = () => ({ ...talk.double.letIn(), body: { sessionId: 'ses_x', ticket: 'forged' } });
    const refusal = await talk.client.connect().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(LiveError);
    expect(refusal).toMatchObject({ code: 'refused', message: 'This ticket is not valid.' });
    expect(talk.client.state).toBe('terminated');
    expect(talk.timers.pending).toBe(0);
    await expect(talk.client.connect()).rejects.toMatchObject({ code: 'refused' });
  });

  test('a version that the service does not speak ends it', async () => {
    await using talk = await conversation();
    talk.double.welcomes = false;
    const connected = talk.client.connect();
    const socket = await talk.double.socket();
    socket.send({ type: 'error', code: 'unsupported_version', message: 'Too old.' });
    socket.close(closeCodes.unsupported, 'unsupported_version');
    await expect(connected).rejects.toMatchObject({ code: 'unsupported', message: 'Too old.' });
  });

  test('a page that was reloaded continues its session with the last secret, and does not authenticate', async () => {
    await using talk = await conversation();
    const secret = nextEvent(talk.client, 'secret');
    await talk.begin();
    talk.client.detach();
    talk.double.status = 'IDLE';
    const reloaded = createLiveClient({ url: talk.double.url, avatarId: 7, continues: await secret });
    await reloaded.connect();
    const socket = await talk.double.socket();
    expect(socket.received).toEqual([
      { type: 'hello', versions: [1], sessionId: 'ses_double', resume: 'resume-2' },
    ]);
    expect(talk.double.requests).toHaveLength(1);
    reloaded.detach();
  });
});

describe('pinging', () => {
  test('pings every 10 s', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    for (let round = 0; round < 4; round++) {
      talk.timers.advance(9999);
      talk.client.sendEvent('marker');
      await socket.next('event');
      talk.timers.advance(1);
      await socket.next('ping');
      const alive = nextEvent(talk.client, 'event');
      socket.send({ type: 'pong' }, { type: 'event', name: 'marker', details: {} });
      await alive;
    }
  });

  test('a service that answers none of two pings is connected to again', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const lost = nextState(talk.client, 'disconnected');
    talk.timers.advance(30_000);
    expect(await lost).toMatchObject({ reason: 'silent' });
    expect(socket.received.filter(({ type }) => type === 'ping').length).toBeLessThanOrEqual(2);
    talk.timers.advance(1000);
    expect((await talk.double.socket()).received[0]).toMatchObject({ type: 'hello', resume: 'resume-2' });
  });

  test('any frame shows that the service is alive, even an unknown one', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    for (let round = 0; round < 5; round++) {
      talk.timers.advance(10_000);
      await socket.next('ping');
      const warned = nextEvent(talk.client, 'warning');
      socket.sendRaw('{"type":"weather"}');
      await warned;
    }
    expect(talk.client.state).toBe('connected');
  });
});

describe('ending', () => {
  test('hanging up resolves when the service has confirmed it', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const ends: unknown[] = [];
    talk.client.on('end', (ending) => ends.push(ending));
    const ending = talk.client.hangUp();
    await socket.next('bye');
    expect(ends).toEqual([]);
    socket.send({ type: 'end', reason: 'hangup' });
    expect(await ending).toMatchObject({ reason: 'hangup', confirmed: true });
    expect(ends).toEqual([await ending]);
    expect(await socket.closed).toEqual({ code: 1000 });
    expect(await talk.client.hangUp()).toEqual(await ending);
    expect(talk.client).toMatchObject({ state: 'terminated', sessionId: 'ses_double' });
    expect(talk.timers.pending).toBe(0);
  });

  test('hanging up does not wait for ever', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const ending = talk.client.hangUp();
    await socket.next('bye');
    talk.timers.advance(5000);
    expect(await ending).toMatchObject({ reason: 'hangup', confirmed: false });
  });

  test('hanging up during a drop reconnects to send the goodbye, after the waiting frames', async () => {
    await using talk = await conversation();
    (await talk.begin()).drop();
    await nextState(talk.client, 'disconnected');
    talk.client.sendMessage('one more thing');
    const ending = talk.client.hangUp();
    talk.double.status = 'IDLE';
    talk.timers.advance(250);
    const socket = await talk.double.socket();
    await socket.next('message');
    await socket.next('bye');
    socket.close(closeCodes.ended);
    expect(await ending).toMatchObject({ reason: 'ended', confirmed: true });
  });

  test('hanging up before the start only ends the client', async () => {
    await using talk = await conversation();
    expect(await talk.client.hangUp()).toMatchObject({ confirmed: false });
    await expect(talk.client.connect()).rejects.toMatchObject({ code: 'hangup' });
  });

  test('an end by the service is reported once with its reason, and the client does not reconnect', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const ends: string[] = [];
    talk.client.on('end', ({ reason }) => ends.push(reason));
    const end = nextEvent(talk.client, 'end');
    socket.send({ type: 'end', reason: 'max_duration_reached' });
    socket.close(closeCodes.ended);
    await end;
    await socket.closed;
    talk.timers.advance(600_000);
    expect(ends).toEqual(['max_duration_reached']);
    expect(talk.double.socketCount).toBe(1);
    expect(talk.client.sendMessage('too late')).toBe(false);
  });
});
