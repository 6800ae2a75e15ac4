import { describe, expect, it } from 'vitest';
import { heldScene, startEndpoint, streamReply } from '../../testing/index.ts';

const { app, held, avatarId, apology } = await heldScene();

describe('slow and broken endpoints', () => {
  it('[LV52] after a failed question the avatar apologises, the cause is recorded, and the session goes on', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    wire.say('hello');
    (await held.next('CHAT', sessionId)).answer(500, { status: 'ERROR', statusMessage: 'Out of memory' });
    expect(await wire.listen()).toEqual([apology]);
    const [turn] = await app.untilTurns(sessionId, 1);
    expect(turn).toMatchObject({
      outcome: 'failed',
      detail: {
        error: 'Your endpoint answered CHAT with HTTP 500: Out of memory',
        httpStatus: 500,
        statusMessage: 'Out of memory',
      },
    });
    wire.say('once more');
    (await held.next('CHAT', sessionId)).ok({ reply: 'Better.' });
    expect(await wire.listen()).toEqual(['Better.']);
    const marks = wire.frames.flatMap((frame) => (frame.type === 'sentence' ? [frame.failed] : []));
    expect(marks).toEqual([true, undefined]);
    const { transcript } = await app.record(sessionId);
    expect(transcript.map(({ message }) => message)).toEqual(['hello', apology, 'once more', 'Better.']);
  });

  it('[LV52] the account is told at once, if it wants to be, without a word of the endpoint', async () => {
    await app.enableEvents('agent:turn-failed');
    const { sessionId, wire } = await app.talk(avatarId);
    wire.say('hello');
    (await held.next('CHAT', sessionId)).answer(500, { status: 'ERROR', statusMessage: 'Out of memory' });
    expect(await wire.listen()).toEqual([apology]);
    const failures = async () =>
      (await app.events(sessionId)).filter(({ name }) => name === 'agent:turn-failed');
    await expect.poll(failures).toHaveLength(1);
    const [{ details } = { details: {} }] = await failures();
    expect(details).toMatchObject({ turn: 1, action: 'CHAT', stage: 'http', http_status: 500 });
    expect(JSON.stringify(details)).not.toContain('memory');
  });

  it('[LV52] an avatar without its own apology apologises all the same, and so does one without a brain', async () => {
    const { wire, sessionId } = await app.talk(await app.avatar({ endpointUrl: null }));
    wire.say('hello');
    expect(await wire.listen()).toEqual(['Sorry, I could not get an answer just now.', 'Please try again.']);
    expect(await app.untilTurns(sessionId, 1)).toMatchObject([
      {
        outcome: 'failed',
        detail: { error: 'This avatar has no brain. Set an endpoint or a language model.' },
      },
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
    expect(await app.untilTurns(sessionId, 1)).toMatchObject([{ outcome: 'failed' }]);
  });

  it('[LV54] a slow answer causes the filler once, and the answer follows it', async () => {
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
    // A later question in another session has had its filler, so the time for a filler has passed here, too.
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
    const turns = await app.untilTurns(sessionId, 6);
    expect(turns.at(-1)).toMatchObject({
      outcome: 'failed',
      detail: { circuitOpen: true, failures: 5, error: expect.stringContaining('one message a second') },
    });
    broken = false;
    await wire.quiet();
    await app.pass(10_000);
    wire.say('and now?');
    expect(await wire.listen()).toEqual(['Back again.']);
  });
});
