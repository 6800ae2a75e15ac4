import { closeCodes } from '@parley/protocol/wire';
import { describe, expect, test } from 'vitest';
import { conversation, nextEvent, nextState } from '../testing/index.ts';

describe('reconnecting after a drop', () => {
  test('continues with the newest secret each time, and sends nothing twice', async () => {
    await using talk = await conversation();
    let socket = await talk.begin();
    talk.client.sendMessage('before');
    await socket.next('message');
    talk.double.status = 'IDLE';
    for (const secret of ['resume-2', 'resume-3', 'resume-4']) {
      const back = nextState(talk.client, 'connected');
      const lost = nextState(talk.client, 'disconnected');
      socket.drop();
      expect(await lost).toMatchObject({ reason: 'dropped' });
      talk.timers.advance(250);
      socket = await talk.double.socket();
      expect(await back).toMatchObject({ resumed: true });
      expect(socket.received).toEqual([
        { type: 'hello', versions: [1], sessionId: 'ses_double', resume: secret },
      ]);
      talk.timers.advance(5000);
    }
  });

  test('frames sent in the meantime go out once, in order, before newer ones', async () => {
    await using talk = await conversation();
    (await talk.begin()).drop();
    await nextState(talk.client, 'disconnected');
    talk.double.status = 'IDLE';
    talk.client.on('connection', ({ state }) => {
      if (state === 'connected') talk.client.sendMessage('newer');
    });
    for (const text of ['one', 'two', 'three']) expect(talk.client.sendMessage(text)).toBe(true);
    talk.client.clearContext();
    talk.timers.advance(250);
    const socket = await talk.double.socket();
    expect((await socket.next('message')).text).toBe('one');
    expect((await socket.next('message')).text).toBe('two');
    expect((await socket.next('message')).text).toBe('three');
    await socket.next('clear-context');
    expect((await socket.next('message')).text).toBe('newer');

    socket.drop();
    await nextState(talk.client, 'disconnected');
    talk.timers.advance(1000);
    const later = await talk.double.socket();
    expect((await later.next('message')).text).toBe('newer');
    expect(later.received).toHaveLength(2);
  });

  test('frames sent while still connecting wait too', async () => {
    await using talk = await conversation();
    await talk.client.authenticate();
    const connected = talk.client.connect();
    await nextState(talk.client, 'connecting');
    expect(talk.client.sendMessage('hello')).toBe(true);
    await connected;
    const socket = await talk.double.socket();
    await socket.next('load');
    await socket.next('open');
    expect((await socket.next('message')).text).toBe('hello');
  });

  test('the queue of waiting frames is bounded, and dropped frames are reported', async () => {
    await using talk = await conversation();
    (await talk.begin()).drop();
    await nextState(talk.client, 'disconnected');
    const errors: string[] = [];
    talk.client.on('error', ({ code }) => errors.push(code));
    for (let count = 0; count < 20; count++) expect(talk.client.sendMessage(`${count}`)).toBe(true);
    expect(talk.client.sendMessage('one too many')).toBe(false);
    expect(errors).toEqual(['outbox_full']);
    talk.client.detach();
    expect(errors).toEqual(['outbox_full', 'not_sent']);
  });

  test('sends again what the service forgets at a drop', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    talk.client.setMicrophoneOpen(true);
    await socket.next('microphone');
    socket.drop();
    await nextState(talk.client, 'disconnected');
    talk.client.userSpeech(true);
    talk.double.status = 'UNLOADED';
    talk.timers.advance(250);
    const next = await talk.double.socket();
    await next.next('load');
    await next.next('open');
    expect(await next.next('microphone')).toMatchObject({ open: true });
    expect(await next.next('speech')).toMatchObject({ active: true });
  });

  test('waits longer after each failed try, and gives up when the grace period is over', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const tries: number[] = [];
    talk.client.on('connection', ({ state }) => {
      if (state === 'connecting') tries.push(talk.timers.now());
    });
    const ended = nextEvent(talk.client, 'end');
    const lost = nextState(talk.client, 'disconnected');
    await talk.double[Symbol.asyncDispose]();
    await socket.closed;
    await lost;
    while (talk.client.state !== 'terminated') {
      const failed = nextEvent(talk.client, 'connection', ({ state }) => state !== 'connecting');
      while (talk.client.state === 'disconnected') talk.timers.advance(125);
      await failed;
    }
    expect(await ended).toMatchObject({ reason: 'lost', confirmed: false });
    expect(tries).toEqual([
      125, 375, 875, 1875, 3875, 5875, 7875, 9875, 11_875, 13_875, 15_875, 17_875, 19_875, 20_000,
    ]);
    expect(talk.timers.pending).toBe(0);
  });

  test('a socket that lasts only a moment does not reset the backoff', async () => {
    await using talk = await conversation();
    let socket = await talk.begin();
    talk.double.status = 'IDLE';
    for (const delayMs of [125, 250, 500, 1000]) {
      const lost = nextState(talk.client, 'disconnected');
      socket.drop();
      await lost;
      talk.timers.advance(delayMs - 1);
      expect(talk.client.state).toBe('disconnected');
      talk.timers.advance(1);
      expect(talk.client.state).toBe('connecting');
      socket = await talk.double.socket();
      if (talk.client.state !== 'connected') await nextState(talk.client, 'connected');
    }
  });

  test('a browser that forbids the socket: the client tries again, one state after the other', async () => {
    const states: string[] = [];
    await using talk = await conversation({
      WebSocket: class {
        constructor() {
          throw new Error('Insecure.');
        }
      } as never,
    });
    talk.client.on('connection', ({ state }) => states.push(state));
    const connected = talk.client.connect();
    await nextState(talk.client, 'disconnected');
    talk.timers.advance(125);
    expect(states).toEqual(['connecting', 'disconnected', 'connecting', 'disconnected']);
    talk.timers.advance(20_000);
    await expect(connected).rejects.toMatchObject({ code: 'lost' });
  });

  test('a service that accepts the socket and sends nothing: the client tries again with its ticket', async () => {
    await using talk = await conversation();
    talk.double.welcomes = false;
    const connected = talk.client.connect();
    const silent = await talk.double.socket();
    talk.timers.advance(8000);
    await silent.closed;
    talk.double.welcomes = true;
    talk.timers.advance(250);
    await connected;
    expect((await talk.double.socket()).received[0]).toMatchObject({
      ticket: 'ticket-1',
      resume: 'resume-1',
    });
  });
});

describe('close codes', () => {
  test.each([
    ['replaced', closeCodes.replaced],
    ['ended', closeCodes.ended],
  ] as const)('%s: it does not come back', async (reason, code) => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const ended = nextEvent(talk.client, 'end');
    socket.close(code);
    expect(await ended).toMatchObject({ reason });
    expect(talk.timers.pending).toBe(0);
    expect(talk.double.socketCount).toBe(1);
  });

  test('refused after the welcome: a drop, because only a hello can be refused; then it is over', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const lost = nextState(talk.client, 'disconnected');
    socket.close(closeCodes.refused);
    await lost;
    talk.double.forget();
    const ended = nextEvent(talk.client, 'end');
    talk.timers.advance(250);
    expect(await ended).toMatchObject({ reason: 'refused', message: 'This ticket is not valid.' });
    expect(talk.timers.pending).toBe(0);
  });

  test('a restart frame: the client leaves at once and reconnects at the given time', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const lost = nextState(talk.client, 'disconnected');
    socket.send({ type: 'restart', afterMs: 3000 });
    expect(await lost).toMatchObject({ reason: 'restart' });
    await socket.closed;
    talk.timers.advance(2999);
    expect(talk.client.state).toBe('disconnected');
    talk.timers.advance(1);
    expect((await talk.double.socket()).received[0]).toMatchObject({ resume: 'resume-2' });
  });

  test('a restart close without the frame: the client reconnects after a second', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const lost = nextState(talk.client, 'disconnected');
    socket.close(closeCodes.restart);
    expect(await lost).toMatchObject({ reason: 'restart' });
    talk.timers.advance(999);
    expect(talk.client.state).toBe('disconnected');
    talk.timers.advance(1);
    await talk.double.socket();
  });

  test('a frame that is too large for the service is reported, not sent again, and the session goes on', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    talk.client.sendMessage('fateful');
    await socket.next('message');
    const reported = nextEvent(talk.client, 'error');
    socket.close(closeCodes.tooLarge);
    expect(await reported).toMatchObject({ code: 'too_large' });
    talk.double.status = 'IDLE';
    talk.timers.advance(250);
    const next = await talk.double.socket();
    talk.client.sendMessage('marker');
    expect((await next.next('message')).text).toBe('marker');
  });
});
