import { decodeAudio } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveApp, until } from '../live/testing/index.ts';
import { type Answer, type Receiver, startReceiver } from '../outbound/testing/receiver.ts';
import { openAiAnswer } from './testing/openai-stand-in.ts';

describe('the voice of an avatar in a session', () => {
  let app: LiveApp;
  let provider: Receiver;
  let answer: Answer;
  beforeAll(async () => {
    app = await LiveApp.start();
    provider = await startReceiver((response, request) => answer(response, request));
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  const openai = () => ({ provider: 'openai', voice: 'alloy', url: `${provider.url}v1`, key: 'voice-key' });

  /** Says something to an avatar and listens to its answer. */
  async function ask(avatarId: number, audio: object = { wanted: true }) {
    const { sessionId, wire } = await app.talk(avatarId);
    const sounds: Uint8Array[] = [];
    wire.socket.on('message', (data, isBinary) => {
      const frame = isBinary ? decodeAudio(new Uint8Array(data as Buffer)) : null;
      if (frame !== null) sounds.push(frame.sound);
    });
    wire.send({ type: 'audio', ...audio });
    const say = async () => {
      sounds.length = 0;
      wire.say('hello');
      const last = await wire.next('speech', ({ done }) => done);
      const frames = wire.frames.flatMap((frame) =>
        frame.type === 'speech' && frame.utterance === last.utterance ? [frame] : [],
      );
      await wire.listen();
      return { frames, last, rate: frames.at(-1)?.rate, bytes: Buffer.concat(sounds).length };
    };
    const turn = async (number: number) =>
      await until(`turn ${number}`, async () =>
        (await app.record(sessionId)).turns.find((found) => found.number === number),
      );
    return { sessionId, say, turn, wire };
  }

  it('[SP42] comes from its provider, with its key', async () => {
    answer = openAiAnswer;
    const { say, turn } = await ask(await app.avatar({ voice: openai() }));
    const { rate, bytes } = await say();
    expect(rate).toBe(24_000);
    expect(bytes).toBeGreaterThan(24_000);
    expect(provider.requests.at(-1)).toMatchObject({
      path: '/v1/audio/speech',
      headers: { authorization: 'Bearer voice-key' },
    });
    expect((await turn(1)).detail).toBeNull();
  });

  it('[LV38] the avatar is TALKING from the first sound on, and THINKING before it', async () => {
    const held = Promise.withResolvers<void>();
    answer = async (response, request) => {
      await held.promise;
      await openAiAnswer(response, request);
    };
    const { wire, sessionId } = await ask(await app.avatar({ voice: openai() }));
    wire.say('hello');
    await wire.next('sentence');
    await wire.quiet();
    expect((await app.query(sessionId)).state.avatarStatus).toBe('THINKING');
    held.resolve();
    await wire.status('TALKING');
    await wire.listen();
    await wire.status('IDLE');
    const order = wire.frames.flatMap((frame) => (frame.type === 'status' ? [frame.status] : []));
    expect(order.slice(-3)).toEqual(['THINKING', 'TALKING', 'IDLE']);
  });

  it('[SP44] a provider that refuses is replaced by the built-in voice, and the record says why', async () => {
    answer = (response) => response.writeHead(401).end();
    const { say, turn, sessionId } = await ask(await app.avatar({ voice: openai() }));
    const { rate, bytes, last } = await say();
    expect(rate).toBe(16_000);
    expect(bytes).toBeGreaterThan(16_000);
    expect(last.durationMs).toBeGreaterThan(500);
    expect((await turn(1)).detail).toEqual({
      voice: 'The voice server answered 401. Check the key of the voice.',
    });
    // The contract: failures of speech services do not fire it.
    expect((await app.events(sessionId)).map(({ name }) => name)).not.toContain('agent:error');
  });

  it('[SP44] a greeting that the built-in voice had to speak is recorded with the reason, too', async () => {
    const id = await app.avatar({ greeting: 'Hello there, and welcome.' });
    await app.test.sql`
      update avatars set voice = '{"provider":"espeak","voice":"de","rate":1,"pitch":1}' where id = ${id}`;
    const joined = await app.join(id);
    const wire = await app.enter(joined);
    wire.send({ type: 'audio', wanted: true });
    wire.ready();
    const { durationMs } = await wire.next('speech', ({ done }) => done);
    expect(durationMs).toBeGreaterThan(500);
    const greeting = await until('the note', async () =>
      (await app.record(joined.sessionId)).turns.find(({ kind, detail }) => kind === 'greeting' && detail),
    );
    expect(greeting.detail).toEqual({ voice: expect.stringContaining('espeak-ng is not installed') });
  });

  it('[SP46] a device that can speak gets the style and no audio', async () => {
    const voice = { provider: 'device', voice: 'Anna', language: 'de', rate: 1.5, pitch: 1 };
    const id = await app.avatar({ voice });
    const joined = await app.authenticate(id);
    expect(joined.body).toMatchObject({ avatar: { voice: { provider: 'device', language: 'de' } } });
    const { say, turn, wire } = await ask(id, { wanted: true, device: true });
    app.endpoint.script.CHAT = (chat) =>
      chat.ok({ reply: '<prosody rate="200%">One <mark name="here"/>two.</prosody>' });
    const { frames, bytes } = await say();
    expect(bytes).toBe(0);
    expect(frames).toMatchObject([
      {
        words: [
          [0, expect.any(Number), 0, 3],
          [expect.any(Number), expect.any(Number), 4, 8],
        ],
        done: false,
      },
      {
        device: { voice: 'Anna', language: 'de', rate: 3, pitch: 1, volume: 1, marks: [['here', 3]] },
        done: false,
      },
      { done: true, durationMs: 0 },
    ]);
    expect(frames[0]?.visemes.length).toBeGreaterThan(3);
    expect((await turn(1)).detail).toEqual({ reply: expect.stringContaining('<mark') });
    expect(wire.count('error')).toBe(0);
  });

  it('[SP46] a device that cannot speak hears the built-in voice', async () => {
    app.endpoint.script.CHAT = (chat) => chat.ok({ reply: 'Good day.' });
    const { say, turn } = await ask(await app.avatar({ voice: 'device' }));
    const { frames, bytes } = await say();
    expect(bytes).toBeGreaterThan(8_000);
    expect(frames.every(({ device }) => device === undefined)).toBe(true);
    expect((await turn(1)).detail).toEqual({ voice: expect.stringContaining('no voice to speak with') });
  });

  it('a changed voice applies to new sessions: a running session keeps its voice', async () => {
    answer = openAiAnswer;
    const id = await app.avatar({ voice: 'built-in:rms' });
    const running = await ask(id);
    expect((await running.say()).rate).toBe(16_000);
    await app.changeAvatar(id, { voice: openai() });
    expect((await running.say()).rate).toBe(16_000);
    expect((await (await ask(id)).say()).rate).toBe(24_000);
  });
});
