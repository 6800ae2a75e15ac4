import { describe, expect, it } from 'vitest';
import { heldScene, type Received, streamReply, until } from '../testing/index.ts';

const { app, held, avatarId } = await heldScene();

describe('what was heard', () => {
  const isGone = ({ response }: Received) => until('the request is called off', () => response.destroyed);

  it('[LV37] goes with the next question once, if the avatar asks for it', async () => {
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
    // What was heard is written after the turn.
    await expect
      .poll(async () => (await app.untilTurns(sessionId, 3))[0])
      .toMatchObject({ outcome: 'answered', heard: 'One. Tw' });
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
    const turns = await app.untilTurns(sessionId, 2);
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
    // The socket closes while the end is being stored.
    const ending = app.live.sessions.get(sessionId)?.finish('hangup', 'api');
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
