import type { ChatRequest } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  LiveApp,
  type Received,
  type ScriptedEndpoint,
  startEndpoint,
  streamReply,
  until,
} from '../testing/index.ts';

const apology = 'I am sorry.';

describe('turns', () => {
  let app: LiveApp;
  let held: ScriptedEndpoint;
  let avatarId: number;
  beforeAll(async () => {
    app = await LiveApp.start();
    // CHAT waits until the test answers it.
    held = await startEndpoint({ CHAT: () => {} });
    avatarId = await app.avatar({ endpointUrl: held.url, apology });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await held[Symbol.asyncDispose]();
  });

  const isGone = ({ response }: Received) => until('the request is called off', () => response.destroyed);
  const turnsOf = async (sessionId: string, count: number) =>
    await until(`${count} turns in the record`, async () => {
      const { turns } = await app.record(sessionId);
      return turns.length >= count && turns;
    });

  it('[LV30] [LV38] a question and its answer, with the status of each moment', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    wire.say('hello');
    await wire.status('THINKING');
    const chat = await held.next('CHAT', sessionId);
    expect(chat.body).toEqual({ action: 'CHAT', sessionId, message: 'hello' });
    expect(chat.headers).toMatchObject({
      authorization: 'Bearer endpoint-key',
      accept: 'application/json, text/event-stream',
    });
    expect((await app.query(sessionId)).state.avatarStatus).toBe('THINKING');
    chat.ok({ reply: 'Good day. How are you?' });
    await wire.status('TALKING');
    const { utterance } = await wire.next('utterance-end');
    expect((await app.query(sessionId)).state.avatarStatus).toBe('TALKING');
    expect(wire.sentencesOf(utterance)).toEqual(['Good day.', 'How are you?']);
    wire.send({ type: 'playback', utterance, sentences: 1, done: false });
    await wire.quiet();
    expect((await app.query(sessionId)).state.avatarStatus).toBe('TALKING');
    wire.heard(utterance, 2);
    await wire.quiet();
    expect((await app.query(sessionId)).state.avatarStatus).toBe('IDLE');
    const [turn] = await turnsOf(sessionId, 1);
    expect(turn).toMatchObject({
      number: 1,
      kind: 'chat',
      outcome: 'answered',
      receivedAt: expect.any(Number),
      sentAt: expect.any(Number),
      firstByteAt: expect.any(Number),
      firstSentenceAt: expect.any(Number),
      endedAt: expect.any(Number),
      heard: null,
      detail: null,
    });
  });

  it('[LV38] an empty reply ends the thinking, and a later callback may speak', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    wire.say('look it up');
    await wire.status('THINKING');
    (await held.next('CHAT', sessionId)).ok({ reply: '' });
    await until('idle', async () => (await app.query(sessionId)).state.avatarStatus === 'IDLE');
    expect(wire.count('sentence')).toBe(0);
    expect(await turnsOf(sessionId, 1)).toMatchObject([{ outcome: 'empty' }]);
  });

  it('[LV31] words abandon the question in flight: its request is called off and its answer never heard', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    wire.say('first');
    const first = await held.next('CHAT', sessionId);
    wire.say('second');
    await isGone(first);
    const second = await held.next('CHAT', sessionId);
    expect((second.body as ChatRequest).message).toBe('second');
    second.ok({ reply: 'Answer two.' });
    expect(await wire.listen()).toEqual(['Answer two.']);
    const turns = await turnsOf(sessionId, 2);
    expect(turns.map(({ outcome }) => outcome)).toEqual(['interrupted', 'answered']);
  });

  it('[LV31] an interrupt alone stops thinking and speaking', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    wire.say('first');
    const first = await held.next('CHAT', sessionId);
    wire.send({ type: 'interrupt' });
    await isGone(first);
    await until('idle', async () => (await app.query(sessionId)).state.avatarStatus === 'IDLE');
    wire.say('again');
    (await held.next('CHAT', sessionId)).ok({ reply: 'One. Two.' });
    const { utterance } = await wire.next('utterance-end');
    wire.send({ type: 'interrupt', heard: { utterance, text: 'One.' } });
    expect((await wire.next('stop')).utterance).toBe(utterance);
    await until('idle', async () => (await app.query(sessionId)).state.avatarStatus === 'IDLE');
  });

  it('[LV32] messages of tags alone wait their turn, and words overtake none of them', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    wire.say('<order id="1"/>');
    const first = await held.next('CHAT', sessionId);
    wire.say('<order id="2"/>');
    wire.say('<order id="3"/>');
    await wire.quiet();
    expect(held.chats(sessionId)).toHaveLength(1);
    first.ok({ reply: 'First.' });
    expect(await wire.listen()).toEqual(['First.']);
    (await held.next('CHAT', sessionId)).ok({ reply: 'Second.' });
    (await held.next('CHAT', sessionId)).ok();
    expect(held.chats(sessionId)).toEqual(['<order id="1"/>', '<order id="2"/>', '<order id="3"/>']);
  });

  it('[LV33] service tags alone are no question, and never leave among words', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    wire.say('<svc-register-tag ssml-tag="svc-custom-x" event="x"/>');
    wire.say('<svc-gesture name="nod"/>');
    wire.say('   ');
    wire.say('What <svc-pause ms="5"/>now?');
    const chat = await held.next('CHAT', sessionId);
    expect(chat.body).toMatchObject({ message: 'What now?' });
    expect(held.chats(sessionId)).toHaveLength(1);
    chat.ok();
  });

  it('[LV33] a service tag that makes no sense is told to the client, a handful at most', async () => {
    const { wire } = await app.talk(avatarId);
    wire.say('<svc-register-tag ssml-tag="speak" event="x"/>');
    expect(await wire.next('error')).toMatchObject({ code: 'bad_tag' });
    wire.say('<svc-nonsense/>'.repeat(1_000));
    await wire.quiet();
    expect(wire.count('error')).toBe(6);
    for (let index = 0; index < 4; index++) {
      const tags = Array.from(
        { length: 20 },
        (_, number) => `<svc-register-tag ssml-tag="tag-${index}-${number}" event="e"/>`,
      );
      wire.say(tags.join(''));
    }
    await wire.quiet();
    expect(wire.frames.findLast((frame) => frame.type === 'error')).toMatchObject({
      code: 'bad_tag',
      message: 'A session may register at most 50 tags.',
    });
  });

  describe('what was heard', () => {
    it('[LV37] goes with the next question where the avatar asks for it, once', async () => {
      const id = await app.avatar({ endpointUrl: held.url, sendsHeard: true });
      const { sessionId, wire } = await app.talk(id);
      wire.say('tell me');
      (await held.next('CHAT', sessionId)).ok({ reply: 'One. Two. Three.' });
      const { utterance } = await wire.next('utterance-end');
      wire.send({ type: 'playback', utterance, sentences: 1, done: false });
      wire.say('stop', { heard: { utterance, text: 'One. Tw' } });
      expect((await wire.next('stop')).utterance).toBe(utterance);
      const next = await held.next('CHAT', sessionId);
      expect(next.body).toEqual({ action: 'CHAT', sessionId, message: 'stop', heard: 'One. Tw' });
      next.ok();
      wire.say('go on');
      const last = await held.next('CHAT', sessionId);
      expect(last.body).toEqual({ action: 'CHAT', sessionId, message: 'go on' });
      last.ok();
      const turns = await turnsOf(sessionId, 3);
      expect(turns[0]).toMatchObject({ outcome: 'answered', heard: 'One. Tw' });
      const { transcript } = await app.record(sessionId);
      expect(transcript.map(({ speaker, message, interrupted }) => [speaker, message, interrupted])).toEqual([
        ['user', 'tell me', undefined],
        ['avatar', 'One. Tw', true],
        ['user', 'stop', undefined],
        ['user', 'go on', undefined],
      ]);
    });

    it('[LV37] is not sent to an avatar that did not ask for it', async () => {
      const { sessionId, wire } = await app.talk(avatarId);
      wire.say('tell me');
      (await held.next('CHAT', sessionId)).ok({ reply: 'One. Two.' });
      const { utterance } = await wire.next('utterance-end');
      wire.say('stop', { heard: { utterance, text: 'One.' } });
      const next = await held.next('CHAT', sessionId);
      expect(next.body).toEqual({ action: 'CHAT', sessionId, message: 'stop' });
      next.ok();
    });

    it('[LV37] of a reply that was still coming is in the record of its turn', async () => {
      const id = await app.avatar({ endpointUrl: held.url, sendsHeard: true });
      const { sessionId, wire } = await app.talk(id);
      wire.say('tell me');
      const chat = await held.next('CHAT', sessionId);
      const stream = streamReply(chat);
      stream.piece('First sentence. Second sentence. ');
      const { utterance } = await wire.next('sentence', ({ index }) => index === 1);
      wire.send({ type: 'playback', utterance, sentences: 1, done: false });
      wire.say('enough');
      await isGone(chat);
      const next = await held.next('CHAT', sessionId);
      expect(next.body).toMatchObject({ heard: 'First sentence.' });
      next.ok();
      const turns = await turnsOf(sessionId, 2);
      expect(turns[0]).toMatchObject({ outcome: 'interrupted', heard: 'First sentence.' });
      expect(wire.count('utterance-end')).toBe(0);
    });

    it('[LV37] at the end of a session in the middle of a sentence is in the transcript', async () => {
      const { sessionId, wire } = await app.talk(avatarId);
      wire.say('tell me');
      (await held.next('CHAT', sessionId)).ok({ reply: 'One. Two.' });
      const { utterance } = await wire.next('utterance-end');
      wire.send({ type: 'playback', utterance, sentences: 1, done: false });
      await wire.quiet();
      // The socket goes while the end is being written.
      const ending = app.live.sessions.get(sessionId)?.finish('hangup');
      app.breakConnections();
      expect(await ending).toBe(true);
      await app.untilSettled(sessionId);
      const { transcript } = await app.record(sessionId);
      expect(transcript).toMatchObject([
        { speaker: 'user', message: 'tell me' },
        { speaker: 'avatar', message: 'One.', interrupted: true },
      ]);
    });
  });

  it('a streamed reply is spoken from its first sentence on', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    wire.say('tell me');
    const chat = await held.next('CHAT', sessionId);
    const stream = streamReply(chat);
    stream.piece('The first is rea');
    stream.piece('dy. The second');
    const sentence = await wire.next('sentence');
    expect(sentence).toMatchObject({ index: 0, text: 'The first is ready.' });
    await wire.status('TALKING');
    stream.piece(' comes later.');
    stream.end();
    expect(await wire.listen()).toEqual(['The first is ready.', 'The second comes later.']);
  });

  it('[LV39] a client that never reports the end of playback is not waited for, and long speech has its time', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    const status = async () => (await app.query(sessionId)).state.avatarStatus;
    const short = await app.test.bus.sessions.callback(sessionId, { message: 'Yes.', interrupt: false });
    expect(short).toBe('taken');
    const first = await wire.next('utterance-end');
    await app.pass(10_000);
    await wire.quiet();
    const long = `${'A sentence of fifty characters, more or less, here. '.repeat(8)}`;
    await app.test.bus.sessions.callback(sessionId, { message: long, interrupt: false });
    // The next one begins in the same step in which the one before it ends.
    wire.heard(first.utterance, 1);
    const second = await wire.next('utterance-end');
    await app.pass(20_000);
    expect(await status()).toBe('TALKING');
    await wire.quiet();
    wire.send({ type: 'playback', utterance: second.utterance, sentences: 7, done: false });
    await wire.quiet();
    await app.pass(20_000);
    expect(await status()).toBe('TALKING');
    await wire.quiet();
    await app.pass(25_000);
    expect(await status()).toBe('IDLE');
  });

  describe('LOGIN', () => {
    it('[LV50] goes out once, and questions wait for it', async () => {
      await using slow = await startEndpoint({ LOGIN: () => {} });
      const { sessionId, wire } = await app.talk(await app.avatar({ endpointUrl: slow.url }));
      const login = await slow.next('LOGIN', sessionId);
      expect(await app.states(sessionId)).toEqual(['connecting', 'connecting', 'connected']);
      wire.say('hello');
      await wire.quiet();
      expect(slow.actions(sessionId)).toEqual(['LOGIN']);
      login.ok();
      expect(await wire.listen()).toEqual(['You said hello.']);
      expect(slow.actions(sessionId)).toEqual(['LOGIN', 'CHAT']);
    });

    it.each([
      [
        'a status other than OK',
        (request: Received) => request.ok({ status: 'NO', statusMessage: 'Banned' }),
      ],
      ['401', (request: Received) => request.answer(401, { status: 'ERROR' })],
      ['403', (request: Received) => request.answer(403, 'no')],
    ])('[LV51] a refusal (%s) ends the session with auth_failed and without LOGOUT', async (_what, LOGIN) => {
      await using strict = await startEndpoint({ LOGIN });
      const { sessionId, wire } = await app.talk(await app.avatar({ endpointUrl: strict.url }));
      expect((await wire.next('end')).reason).toBe('auth_failed');
      const { login, logout, end_reason } = await app.untilSettled(sessionId);
      expect({ login, logout, end_reason }).toEqual({
        login: 'refused',
        logout: 'none',
        end_reason: 'auth_failed',
      });
      expect((await app.story(sessionId)).at(-1)).toMatchObject({
        reason: 'auth_failed',
        willReconnect: false,
      });
      expect(strict.actions(sessionId)).toEqual(['LOGIN']);
    });

    it('[LV51] a failure keeps the session; the next question tries again first', async () => {
      let broken = true;
      await using flaky = await startEndpoint({
        LOGIN: (request) => (broken ? request.answer(200, 'not json') : request.ok()),
      });
      const { sessionId, wire } = await app.talk(await app.avatar({ endpointUrl: flaky.url, apology }));
      await flaky.next('LOGIN', sessionId);
      wire.say('hello');
      expect(await wire.listen()).toEqual([apology]);
      broken = false;
      wire.say('hello again');
      expect(await wire.listen()).toEqual(['You said hello again.']);
      expect(flaky.chats(sessionId)).toEqual(['hello again']);
      const [failed] = await turnsOf(sessionId, 2);
      expect(failed).toMatchObject({
        outcome: 'failed',
        detail: { error: 'the login failed', stage: 'body' },
      });
      await app.disconnect(sessionId);
      expect((await app.untilSettled(sessionId)).logout).toBe('done');
      expect(flaky.of(sessionId, 'LOGIN').filter(({ acknowledged }) => acknowledged)).toHaveLength(1);
    });

    it('[LV53] the end during a LOGIN waits for it, so that no LOGOUT overtakes it', async () => {
      await using slow = await startEndpoint({ LOGIN: () => {} });
      const { sessionId, wire } = await app.talk(await app.avatar({ endpointUrl: slow.url }));
      const login = await slow.next('LOGIN', sessionId);
      expect(await app.disconnect(sessionId)).toMatchObject({ status: 200 });
      await wire.closing();
      await app.untilState(sessionId, 'ended');
      expect(slow.actions(sessionId)).toEqual(['LOGIN']);
      login.ok();
      expect((await app.untilSettled(sessionId)).logout).toBe('done');
      expect(slow.actions(sessionId)).toEqual(['LOGIN', 'LOGOUT']);
    });

    it('[LV53] a LOGIN that is refused after the end needs no LOGOUT', async () => {
      await using slow = await startEndpoint({ LOGIN: () => {} });
      const { sessionId } = await app.talk(await app.avatar({ endpointUrl: slow.url }));
      const login = await slow.next('LOGIN', sessionId);
      await app.disconnect(sessionId);
      login.answer(403, {});
      expect((await app.untilSettled(sessionId)).logout).toBe('none');
      expect(slow.actions(sessionId)).toEqual(['LOGIN']);
    });

    it('[LV53] a session whose LOGIN never left needs no LOGOUT', async () => {
      const id = await app.avatar({ endpointUrl: 'http://127.0.0.1:9/' });
      const { sessionId, wire } = await app.talk(id);
      wire.say('hello');
      await wire.listen();
      await app.disconnect(sessionId);
      const { login, logout } = await app.untilSettled(sessionId);
      expect({ login, logout }).toEqual({ login: 'none', logout: 'none' });
    });
  });

  describe('LOGOUT', () => {
    it('[LV53] is tried until it is acknowledged', async () => {
      let tries = 0;
      await using busy = await startEndpoint({
        LOGOUT: (request) => {
          tries += 1;
          if (tries < 3) request.answer(503, 'later');
          else request.ok();
        },
      });
      const { sessionId } = await app.talk(await app.avatar({ endpointUrl: busy.url }));
      await busy.next('LOGIN', sessionId);
      await until('the login is noted', async () => (await app.record(sessionId)).login === 'done');
      await app.disconnect(sessionId);
      expect((await app.untilSettled(sessionId)).logout).toBe('done');
      expect(busy.of(sessionId, 'LOGOUT').map(({ acknowledged }) => acknowledged)).toEqual([
        false,
        false,
        true,
      ]);
    });

    it('[LV53] that the endpoint refuses is not repeated', async () => {
      await using strict = await startEndpoint({
        LOGOUT: (request) => request.answer(401, { status: 'ERROR', statusMessage: 'Unknown session' }),
      });
      const { sessionId } = await app.talk(await app.avatar({ endpointUrl: strict.url }));
      await strict.next('LOGIN', sessionId);
      await app.disconnect(sessionId);
      expect((await app.untilSettled(sessionId)).logout).toBe('done');
      expect(strict.of(sessionId, 'LOGOUT')).toHaveLength(1);
    });
  });

  describe('slow and broken endpoints', () => {
    it('[LV52] a failed question is apologised for, recorded with its cause, and the session goes on', async () => {
      const { sessionId, wire } = await app.talk(avatarId);
      wire.say('hello');
      (await held.next('CHAT', sessionId)).answer(500, { status: 'ERROR', statusMessage: 'Out of memory' });
      expect(await wire.listen()).toEqual([apology]);
      const [turn] = await turnsOf(sessionId, 1);
      expect(turn).toMatchObject({
        outcome: 'failed',
        detail: {
          error: 'The endpoint answered CHAT with HTTP 500: Out of memory',
          httpStatus: 500,
          statusMessage: 'Out of memory',
        },
      });
      wire.say('once more');
      (await held.next('CHAT', sessionId)).ok({ reply: 'Better.' });
      expect(await wire.listen()).toEqual(['Better.']);
      const { transcript } = await app.record(sessionId);
      expect(transcript.map(({ message }) => message)).toEqual(['hello', apology, 'once more', 'Better.']);
    });

    it('[LV52] an avatar without words of its own apologises all the same; one without a brain too', async () => {
      const { wire, sessionId } = await app.talk(await app.avatar({ endpointUrl: null }));
      wire.say('hello');
      expect(await wire.listen()).toEqual([
        'Sorry, I could not get an answer just now.',
        'Please try again.',
      ]);
      expect(await turnsOf(sessionId, 1)).toMatchObject([
        { outcome: 'failed', detail: { error: 'this avatar has no brain: set an endpoint or a model' } },
      ]);
    });

    it('[LV52] a stream that breaks keeps what was said and apologises', async () => {
      const { sessionId, wire } = await app.talk(avatarId);
      wire.say('tell me');
      const chat = await held.next('CHAT', sessionId);
      streamReply(chat).piece('It was a dark night. ');
      const { utterance } = await wire.next('sentence');
      chat.response.destroy();
      const first = await wire.next('utterance-end');
      expect(first).toMatchObject({ utterance, sentences: 1 });
      wire.heard(utterance, 1);
      expect(await wire.listen()).toEqual([apology]);
      expect(await turnsOf(sessionId, 1)).toMatchObject([{ outcome: 'failed' }]);
    });

    it('[LV54] a slow answer brings the filler once, and the answer after it', async () => {
      const id = await app.avatar({ endpointUrl: held.url, filler: 'One moment.', fillerAfterMs: 20 });
      const { sessionId, wire } = await app.talk(id);
      wire.say('hard question');
      const chat = await held.next('CHAT', sessionId);
      expect(await wire.listen()).toEqual(['One moment.']);
      await wire.status('THINKING');
      chat.ok({ reply: 'Forty-two.' });
      expect(await wire.listen()).toEqual(['Forty-two.']);
      await wire.quiet();
      expect(wire.count('utterance-end')).toBe(2);
    });

    it('[LV54] no filler for a quick answer, nor while something is being said', async () => {
      const id = await app.avatar({ endpointUrl: held.url, filler: 'One moment.', fillerAfterMs: 1_500 });
      const { sessionId, wire } = await app.talk(id);
      wire.say('easy question');
      (await held.next('CHAT', sessionId)).ok({ reply: 'Yes.' });
      const { utterance } = await wire.next('utterance-end');
      // The next question is asked while the answer is still being played, and answered after the filler's time.
      wire.say('<more/>');
      const chat = await held.next('CHAT', sessionId);
      // A later question elsewhere has had its filler: the time for one here has passed.
      const other = await app.talk(id);
      other.wire.say('me too');
      expect(await other.wire.listen()).toEqual(['One moment.']);
      chat.ok({ reply: 'More.' });
      wire.heard(utterance, 1);
      expect(await wire.listen()).toEqual(['More.']);
      expect(wire.frames.filter((frame) => frame.type === 'sentence').map(({ text }) => text)).toEqual([
        'Yes.',
        'More.',
      ]);
    });

    it('[LV55] an endpoint that keeps failing is left alone; the fallback is said, and the record says why', async () => {
      let broken = true;
      await using poor = await startEndpoint({
        CHAT: (request) => (broken ? request.answer(503, 'down') : request.ok({ reply: 'Back again.' })),
      });
      const id = await app.avatar({ endpointUrl: poor.url, apology, fallbackReply: 'Please call us.' });
      const { sessionId, wire } = await app.talk(id);
      for (let failure = 0; failure < 5; failure++) {
        wire.say('hello?');
        expect(await wire.listen()).toEqual([apology]);
      }
      wire.say('anybody?');
      expect(await wire.listen()).toEqual(['Please call us.']);
      expect(poor.chats(sessionId)).toHaveLength(5);
      const turns = await turnsOf(sessionId, 6);
      expect(turns.at(-1)).toMatchObject({
        outcome: 'failed',
        detail: { resting: true, failures: 5, error: expect.stringContaining('left alone') },
      });
      broken = false;
      await wire.quiet();
      await app.pass(10_000);
      wire.say('and now?');
      expect(await wire.listen()).toEqual(['Back again.']);
    });
  });

  describe('the greeting', () => {
    it('[LV41] comes when the visitor opens the conversation, once', async () => {
      const id = await app.avatar({ endpointUrl: held.url, greeting: 'Welcome!' });
      const joined = await app.join(id);
      const wire = await app.enter(joined);
      wire.send({ type: 'load', progress: 1 });
      await wire.status('LOADED');
      await wire.quiet();
      expect(wire.count('sentence')).toBe(0);
      wire.send({ type: 'open' });
      wire.send({ type: 'open' });
      expect(await wire.listen()).toEqual(['Welcome!']);
      wire.cut();
      await app.untilState(joined.sessionId, 'dropped');
      const back = await app.enter({ sessionId: joined.sessionId, resume: wire.welcome.resume });
      back.ready();
      await back.quiet();
      expect(back.count('sentence')).toBe(0);
      const [turn] = await turnsOf(joined.sessionId, 1);
      expect(turn).toMatchObject({ kind: 'greeting', outcome: 'said' });
    });
  });
});
