import { once } from 'node:events';
import { connect } from 'node:net';
import {
  closeCodes,
  encodeAudio,
  maxFrameBytes,
  maxUserMessageBytes,
  type ServerFrame,
  type ServerFrames,
} from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveApp, startEndpoint, until, Wire } from '../testing/index.ts';

describe('the wire', () => {
  let app: LiveApp;
  let avatarId: number;
  beforeAll(async () => {
    app = await LiveApp.start();
    avatarId = await app.avatar();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const complaint = (wire: Wire, code: string) => wire.next('error', (frame) => frame.code === code);

  describe('the hello', () => {
    it('[LV5] a ticket is answered with a welcome, the next secret and the status', async () => {
      const { sessionId, ticket, resume } = await app.join(avatarId);
      const wire = await app.enter({ sessionId, ticket });
      expect(wire.welcome).toEqual({
        type: 'welcome',
        version: 1,
        sessionId,
        resume: expect.stringMatching(/^[\w-]{43}$/),
        resumed: false,
        status: 'UNLOADED',
        maxSessionDuration: -1,
        taken: 0,
        hearing: expect.stringMatching(/^ses_\w+\.[\w-]{43}$/),
      });
      expect(wire.welcome.resume).not.toBe(resume);
      expect(wire.frames[0]).toBe(wire.welcome);
    });

    it('[LV5] a ticket works once', async () => {
      const { sessionId, ticket } = await app.join(avatarId);
      await app.enter({ sessionId, ticket });
      const second = await Wire.dial(app.url);
      second.hello({ sessionId, ticket });
      await complaint(second, 'bad_ticket');
      expect((await second.closing()).code).toBe(closeCodes.refused);
    });

    it('[LV5] of two sockets with one ticket at the same instant one is welcomed', async () => {
      const pass = await app.join(avatarId);
      const wires = await Promise.all([Wire.dial(app.url), Wire.dial(app.url)]);
      for (const wire of wires) wire.hello({ sessionId: pass.sessionId, ticket: pass.ticket });
      await until('one is closed', () => wires.some(({ closed }) => closed !== null));
      await until('one is welcomed', () => wires.some((wire) => wire.count('welcome') === 1));
      expect(wires.filter((wire) => wire.count('welcome') === 1)).toHaveLength(1);
    });

    it('[LV5] unused for 30 s it ends the session', async () => {
      const { sessionId, ticket } = await app.join(avatarId);
      await app.pass(29_999);
      expect(await app.states(sessionId)).toEqual(['connecting']);
      await app.pass(1);
      const { login, logout, end_reason } = await app.untilSettled(sessionId);
      expect({ login, logout, end_reason }).toEqual({ login: 'none', logout: 'none', end_reason: 'timeout' });
      expect(await app.story(sessionId)).toEqual([
        { state: 'connecting' },
        { state: 'disconnected', reason: 'timeout', willReconnect: false, duration: 0 },
      ]);
      expect(await app.events(sessionId)).toHaveLength(2);
      expect(app.endpoint.actions(sessionId)).toEqual([]);
      const late = await Wire.dial(app.url);
      late.hello({ sessionId, ticket });
      await complaint(late, 'session_ended');
      expect((await late.closing()).code).toBe(closeCodes.ended);
    });

    it.each([
      ['another ticket', { ticket: 'x'.repeat(43) }],
      ['the resume secret before any welcome', { resumeOnly: true }],
      ['neither', {}],
      ['an empty one', { ticket: '' }],
    ])('refuses %s, and the right ticket works afterwards', async (_what, wrong) => {
      const { sessionId, ticket, resume } = await app.join(avatarId);
      const wire = await Wire.dial(app.url);
      const given = 'resumeOnly' in wrong ? { resume } : wrong;
      wire.hello({ sessionId, ...given });
      await complaint(wire, 'bad_ticket');
      expect((await wire.closing()).code).toBe(closeCodes.refused);
      expect((await app.enter({ sessionId, ticket })).welcome.resumed).toBe(false);
    });

    it.each([
      '{"type":"ping"}',
      'hello',
      '{}',
      '[]',
      'null',
      '{"type":"hello"}',
      '{"type":"hello","versions":[],"sessionId":"ses_a"}',
      '{"type":"hello","versions":["1"],"sessionId":"ses_a"}',
      '{"type":"__proto__"}',
    ])('wants a proper hello first, not %s', async (text) => {
      const wire = await Wire.dial(app.url);
      wire.send(text);
      await complaint(wire, 'bad_hello');
      expect((await wire.closing()).code).toBe(closeCodes.refused);
    });

    it('a session that nobody knows is told as ended', async () => {
      const wire = await Wire.dial(app.url);
      wire.hello({ sessionId: 'ses_nobody', ticket: 'x' });
      await complaint(wire, 'session_ended');
      expect((await wire.closing()).code).toBe(closeCodes.ended);
    });

    it('speaks the newest version that both know, and none that only one does', async () => {
      const pass = await app.join(avatarId);
      const future = await Wire.dial(app.url);
      future.hello(pass, [2, 3]);
      await complaint(future, 'unsupported_version');
      expect((await future.closing()).code).toBe(closeCodes.unsupported);
      const both = await Wire.dial(app.url);
      both.hello(pass, [7, 1]);
      expect((await both.next('welcome')).version).toBe(1);
    });

    it('fields of a newer client are passed over', async () => {
      const { sessionId, ticket } = await app.join(avatarId);
      const wire = await Wire.dial(app.url);
      wire.send({ type: 'hello', versions: [1], sessionId, ticket, colour: 'green', nested: { a: [1] } });
      await wire.next('welcome');
    });

    it('a second hello is a mistake and no more', async () => {
      const pass = await app.join(avatarId);
      const wire = await app.enter(pass);
      wire.hello(pass);
      await complaint(wire, 'bad_frame');
      await wire.quiet();
      expect(wire.closed).toBeNull();
    });

    it('frames sent in one breath with the hello are taken after the welcome, in their order', async () => {
      const { sessionId, ticket } = await app.join(avatarId);
      const wire = await Wire.dial(app.url);
      wire.socket.pause();
      wire.hello({ sessionId, ticket });
      wire.ready();
      wire.say('first');
      wire.hello({ sessionId, ticket });
      wire.say('<order/>');
      wire.socket.resume();
      expect(await wire.listen()).toEqual(['You said first.']);
      expect(wire.frames[0]?.type).toBe('welcome');
      await until('both questions arrive', () => app.endpoint.chats(sessionId).length === 2);
      expect(app.endpoint.chats(sessionId)).toEqual(['first', '<order/>']);
    });

    it('a socket that floods before its welcome is closed', async () => {
      const { sessionId, ticket } = await app.join(avatarId);
      const wire = new Wire(app.url);
      await once(wire.socket, 'open');
      // One write, so that all of it is there before the join can be.
      const raw = (wire.socket as unknown as { _socket: { cork(): void; uncork(): void } })._socket;
      raw.cork();
      wire.hello({ sessionId, ticket });
      for (let index = 0; index < 30; index++) wire.send({ type: 'ping' });
      raw.uncork();
      expect((await wire.closing()).code).toBe(closeCodes.refused);
      await app.untilState(sessionId, 'dropped');
    });
  });

  describe('upgrades', () => {
    const upgrade = (path: string, host: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const { port } = new URL(app.url);
        const socket = connect(Number(port), '127.0.0.1');
        let answer = '';
        socket.on('data', (data) => {
          answer += data;
        });
        socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
        socket.on('error', reject);
        socket.write(
          `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
        );
      });

    it('elsewhere, and under a foreign host, are turned away', async () => {
      expect(await upgrade('/elsewhere', new URL(app.url).host)).toBe('HTTP/1.1 404 Not Found');
      expect(await upgrade('/client/live', 'evil.example')).toBe('HTTP/1.1 421 Misdirected Request');
    });

    it('that are reset while they are turned away leave the service standing', async () => {
      const { port } = new URL(app.url);
      await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const socket = connect(Number(port), '127.0.0.1');
          socket.on('error', () => {});
          await once(socket, 'connect');
          const path = index % 2 === 0 ? '/elsewhere' : '/client/live';
          socket.write(
            `GET ${path} HTTP/1.1\r\nhost: ${new URL(app.url).host}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
          );
          socket.resetAndDestroy();
          await once(socket, 'close');
        }),
      );
      await app.enter(await app.join(avatarId));
    });
  });

  describe('frames', () => {
    it.each([
      ['no JSON', '{', 'bad_frame'],
      ['no object', '7', 'bad_frame'],
      ['no type', '{"text":"hi"}', 'bad_frame'],
      ['an unknown type', '{"type":"dance"}', 'unknown_frame'],
      ['a missing field', '{"type":"message"}', 'bad_frame'],
      ['a wrong field', '{"type":"message","text":7}', 'bad_frame'],
      ['a progress out of range', '{"type":"load","progress":2}', 'bad_frame'],
      [
        'an utterance of no number',
        '{"type":"playback","utterance":"1","sentences":0,"done":true}',
        'bad_frame',
      ],
      ['a negative count', '{"type":"playback","utterance":1,"sentences":-1,"done":true}', 'bad_frame'],
      ['an unknown platform', '{"type":"platform","platform":"radio"}', 'bad_frame'],
      ['a text over its limit', JSON.stringify({ type: 'say', text: 'x'.repeat(132_000) }), 'bad_frame'],
    ])('one with %s is answered and survived', async (_what, text, code) => {
      const { wire, sessionId } = await app.talk(avatarId);
      wire.send(text);
      await complaint(wire, code);
      wire.say('still here');
      expect(await wire.listen()).toEqual(['You said still here.']);
      await app.disconnect(sessionId);
    });

    it('fields that this version does not know are passed over', async () => {
      const { wire } = await app.talk(avatarId);
      wire.say('hi', { mood: 'good', heard: { utterance: 99, text: 'nothing', more: 1 } });
      expect(await wire.listen()).toEqual(['You said hi.']);
    });

    it('binary frames count as a sign of life and do no harm', async () => {
      const { wire, sessionId } = await app.talk(avatarId);
      await wire.quiet();
      await app.pass(20_000);
      wire.send(Buffer.from(encodeAudio({ utterance: 1, sentence: 0, sound: new Uint8Array(100) })));
      wire.send(Buffer.alloc(0));
      wire.send(Buffer.from([255]));
      await until(
        'activity',
        async () => (await app.query(sessionId)).state.lastActivityAt === app.test.clock.now(),
      );
      await app.pass(20_000);
      expect(wire.closed).toBeNull();
    });

    it('one over the limit closes the socket with its reason, and the session can be resumed', async () => {
      const { wire, sessionId } = await app.talk(avatarId);
      await wire.quiet();
      wire.send('x'.repeat(maxFrameBytes + 1));
      expect((await wire.closing()).code).toBe(closeCodes.tooLarge);
      await app.untilState(sessionId, 'dropped');
      const again = await app.enter({ sessionId, resume: wire.frames.find(isWelcome)?.resume ?? '' });
      expect(again.welcome.resumed).toBe(true);
    });

    it('a frame of the greatest length passes', async () => {
      const { wire } = await app.talk(avatarId);
      const frame = '{"type":"dance","x":""}';
      wire.send(frame.replace('""', `"${'x'.repeat(maxFrameBytes - frame.length)}"`));
      await complaint(wire, 'unknown_frame');
    });

    it('a message may have 32 KiB, counted in bytes, and not one more', async () => {
      const { wire, sessionId } = await app.talk(avatarId);
      const text = 'ä'.repeat(maxUserMessageBytes / 2);
      wire.say(text);
      await until('it arrives', () => app.endpoint.chats(sessionId).includes(text));
      wire.say(`${text}x`);
      await complaint(wire, 'message_too_large');
    });

    it('what an avatar shall say may have 64 KiB', async () => {
      const { wire } = await app.talk(avatarId);
      wire.send({ type: 'say', text: 'x'.repeat(65_537) });
      await complaint(wire, 'message_too_large');
      wire.send({ type: 'say', text: 'Exactly this.' });
      expect(await wire.listen()).toEqual(['Exactly this.']);
    });

    it('32 KiB of < are a message like any other', async () => {
      const { wire, sessionId } = await app.talk(avatarId);
      const text = '<'.repeat(maxUserMessageBytes);
      wire.say(text);
      await until('it arrives', () => app.endpoint.chats(sessionId).includes(text));
      await wire.quiet();
    });

    it('NUL and halves of characters are taken out', async () => {
      const { wire, sessionId } = await app.talk(avatarId);
      wire.send('{"type":"message","text":"a\\u0000b\\ud800c"}');
      expect(await wire.listen()).toEqual(['You said abc.']);
      expect(app.endpoint.chats(sessionId)).toEqual(['abc']);
    });

    it('more than 20 messages at once, or 5 a second, are refused and the session goes on', async () => {
      const { wire, sessionId } = await app.talk(avatarId);
      for (let index = 0; index < 22; index++) wire.say(`<m n="${index}"/>`);
      await until('two are refused', () => wire.count('error') === 2);
      await until('20 arrive', () => app.endpoint.chats(sessionId).length === 20);
      await app.pass(400);
      for (let index = 22; index < 25; index++) wire.say(`<m n="${index}"/>`);
      await until('one more is refused', () => wire.count('error') === 3);
      await until('22 arrive', () => app.endpoint.chats(sessionId).length === 22);
      expect(wire.frames.filter((frame) => frame.type === 'error').map(({ code }) => code)).toEqual(
        Array(3).fill('too_many_messages'),
      );
    });

    it('switching the platform and forgetting count as messages: they make writes', async () => {
      const { wire, sessionId } = await app.talk(avatarId);
      for (let index = 0; index < 15; index++) {
        wire.send({ type: 'platform', platform: index % 2 === 0 ? 'media-stream' : 'native' });
        wire.send({ type: 'clear-context' });
      }
      await until('ten are refused', () => wire.count('error') === 10);
      await wire.quiet();
      const told = (await app.events(sessionId)).filter(({ name }) => name === 'platform:state-changed');
      expect(told.length).toBeLessThanOrEqual(10);
    });

    it('more than 300 frames at once, or 100 a second, are refused, whatever they are', async () => {
      const { wire, sessionId } = await app.talk(avatarId);
      await wire.quiet();
      for (let index = 0; index < 400; index++) {
        wire.send({ type: 'load', progress: index % 2 });
      }
      // Three frames came before.
      await until('some are refused', () => wire.count('error') === 400 - 297);
      expect(wire.frames.findLast((frame) => frame.type === 'error')).toMatchObject({
        code: 'too_many_frames',
      });
      app.test.clock.advance(1_000);
      wire.ready();
      await until(
        'the rest is taken',
        async () => (await app.query(sessionId)).state.avatarStatus === 'IDLE',
      );
    });

    it('a client that asks for tags faster than an endpoint answers is held back', async () => {
      await using silent = await startEndpoint({ CHAT: () => {} });
      const { wire, sessionId } = await app.talk(await app.avatar({ endpointUrl: silent.url }));
      for (let index = 0; index < 40; index++) {
        wire.say(`<m n="${index}"/>`);
        await wire.quiet();
        app.test.clock.advance(200);
      }
      // One with the endpoint, twenty that wait.
      expect(wire.count('error')).toBe(19);
      expect(silent.chats(sessionId)).toHaveLength(1);
      await app.disconnect(sessionId);
      await app.untilSettled(sessionId);
    });

    it('a client that orders speech without ever playing it is held back', async () => {
      const { wire } = await app.talk(avatarId);
      for (let index = 0; index < 30; index++) {
        wire.send({ type: 'say', text: `Sentence ${index}.` });
        await wire.quiet();
        app.test.clock.advance(200);
      }
      // One being said, twenty that wait.
      expect(wire.count('error')).toBe(9);
    });
  });

  it('a client that never reads is given up instead of filling the memory', async () => {
    const { wire, sessionId } = await app.talk(avatarId);
    await wire.quiet();
    wire.socket.pause();
    const session = app.live.sessions.get(sessionId);
    const text = 'A sentence of some length. '.repeat(2_000);
    await until('the service gives up', () => {
      session?.conversation.announce('callback', text, true);
      return session?.attached === false;
    });
    await app.untilState(sessionId, 'dropped');
    wire.cut();
  });

  describe('two sockets', () => {
    it('[LV13] the newest wins; the one before is closed as replaced and has no say any more', async () => {
      const { sessionId, wire } = await app.talk(avatarId);
      await wire.quiet();
      const resume = wire.frames.find(isWelcome)?.resume ?? '';
      // The old one neither notices nor closes.
      wire.socket.pause();
      const newer = await app.enter({ sessionId, resume });
      wire.send({ type: 'bye' });
      wire.say('I am still here');
      await newer.quiet();
      wire.socket.resume();
      expect(await wire.closing()).toEqual({
        code: closeCodes.replaced,
        reason: 'a newer connection took over',
      });
      newer.say('me');
      expect(await newer.listen()).toEqual(['You said me.']);
      expect(app.endpoint.chats(sessionId)).toEqual(['me']);
      expect(await app.states(sessionId)).toEqual([
        'connecting',
        'connecting',
        'connected',
        'disconnected',
        'connecting',
        'connected',
      ]);
    });
  });
});

const isWelcome = (frame: ServerFrame): frame is ServerFrames['welcome'] => frame.type === 'welcome';
