import type { ChatRequest } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { heldScene, type Received, streamReply, until } from '../../testing/index.ts';

const { app, held, avatarId } = await heldScene();

describe('turns', () => {
  const isGone = ({ response }: Received) => until('the request is called off', () => response.destroyed);
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
    const [turn] = await app.untilTurns(sessionId, 1);
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

  it('[LV38] an empty reply ends the THINKING status, and a later callback is said', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    wire.say('look it up');
    await wire.status('THINKING');
    (await held.next('CHAT', sessionId)).ok({ reply: '' });
    await until('idle', async () => (await app.query(sessionId)).state.avatarStatus === 'IDLE');
    expect(wire.count('sentence')).toBe(0);
    expect(await app.untilTurns(sessionId, 1)).toMatchObject([{ outcome: 'empty' }]);
  });

  it('[LV31] a message with words abandons the current question: its request is aborted and its answer never said', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    wire.say('first');
    const first = await held.next('CHAT', sessionId);
    wire.say('second');
    await isGone(first);
    const second = await held.next('CHAT', sessionId);
    expect((second.body as ChatRequest).message).toBe('second');
    second.ok({ reply: 'Answer two.' });
    expect(await wire.listen()).toEqual(['Answer two.']);
    const turns = await app.untilTurns(sessionId, 2);
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

  it('[LV33] service tags alone are not a question, and are never sent along with words', async () => {
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

  it('[MK21] the values of other tags keep what looks like a service tag, in both directions', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    wire.say('<svc-register-tag ssml-tag="my-tag" event="mine"/>');
    wire.say('<my-tag json="<svc-x/>"/><svc-gesture name="nod"/>');
    const chat = await held.next('CHAT', sessionId);
    expect(chat.body).toMatchObject({ message: '<my-tag json="<svc-x/>"/>' });
    chat.ok({ reply: '<my-tag json="<svc-pause ms=\'5\'/>"/>Here.' });
    expect(await wire.next('tag')).toMatchObject({
      name: 'my-tag',
      attributes: { json: "<svc-pause ms='5'/>" },
    });
    expect(await wire.next('sentence')).toMatchObject({ text: 'Here.' });
    expect(wire.count('tag')).toBe(1);
  });

  it('[LV33] a service tag that makes no sense is reported to the client, a few times at most', async () => {
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

  it('[LV39] the avatar does not wait for a client that never reports the end of playback, but for long speech', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    const status = async () => (await app.query(sessionId)).state.avatarStatus;
    const short = await app.test.bus.sessions.callback(sessionId, { message: 'Yes.', interrupt: false });
    expect(short).toBe('taken');
    const first = await wire.next('utterance-end');
    await app.pass(10_000);
    await wire.quiet();
    const long = `${'A sentence of fifty characters, more or less, here. '.repeat(8)}`;
    await app.test.bus.sessions.callback(sessionId, { message: long, interrupt: false });
    // The next utterance begins in the step in which the previous one ends.
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
      const [turn] = await app.untilTurns(joined.sessionId, 1);
      expect(turn).toMatchObject({ kind: 'greeting', outcome: 'said' });
    });
  });
});
