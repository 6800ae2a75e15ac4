import { closeCodes, encodeAudio, maxFrameBytes, maxUserMessageBytes } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { liveScene, startEndpoint, until, type Wire } from '../testing/index.ts';

const { app, avatarId } = await liveScene();

describe('frames', () => {
  const complaint = (wire: Wire, code: string) => wire.next('error', (frame) => frame.code === code);

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

  it('fields that this version does not know are ignored', async () => {
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
    const again = await app.enter({ sessionId, resume: wire.welcome.resume });
    expect(again.welcome.resumed).toBe(true);
  });

  it('a frame of the maximum length is accepted', async () => {
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

  it('a text for the avatar to say may have 64 KiB', async () => {
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

  it('switching the platform and forgetting count as messages, because they write to the database', async () => {
    const { wire, sessionId } = await app.talk(avatarId);
    for (let index = 0; index < 15; index++) {
      wire.send({ type: 'platform', platform: index % 2 === 0 ? 'media-stream' : 'native' });
      wire.send({ type: 'clear-context' });
    }
    await until('ten are refused', () => wire.count('error') === 10);
    await wire.quiet();
    const published = (await app.events(sessionId)).filter(({ name }) => name === 'platform:state-changed');
    expect(published.length).toBeLessThanOrEqual(10);
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
    await until('the rest is taken', async () => (await app.query(sessionId)).state.avatarStatus === 'IDLE');
  });

  it('a client that sends tags faster than an endpoint answers is limited', async () => {
    await using silent = await startEndpoint({ CHAT: () => {} });
    const { wire, sessionId } = await app.talk(await app.avatar({ endpointUrl: silent.url }));
    for (let index = 0; index < 40; index++) {
      wire.say(`<m n="${index}"/>`);
      await wire.quiet();
      app.test.clock.advance(200);
    }
    // The endpoint has one, and twenty wait.
    expect(wire.count('error')).toBe(19);
    expect(silent.chats(sessionId)).toHaveLength(1);
    await app.disconnect(sessionId);
    await app.untilSettled(sessionId);
  });

  it('a client that requests speech without ever playing it is limited', async () => {
    const { wire } = await app.talk(avatarId);
    for (let index = 0; index < 30; index++) {
      wire.send({ type: 'say', text: `Sentence ${index}.` });
      await wire.quiet();
      app.test.clock.advance(200);
    }
    // One is being said, and twenty wait.
    expect(wire.count('error')).toBe(9);
  });

  it('a client that never reads is disconnected instead of filling the memory', async () => {
    const { wire, sessionId } = await app.talk(avatarId);
    await wire.quiet();
    wire.socket.pause();
    const session = app.live.sessions.get(sessionId);
    const text = 'A sentence of some length. '.repeat(2_000);
    await until('the service gives up', () => {
      session?.conversation.announce('callback', text, { interrupt: true });
      return session?.attached === false;
    });
    await app.untilState(sessionId, 'dropped');
    wire.cut();
  });
});
