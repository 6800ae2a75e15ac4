import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../kernel/testing/manual-clock.ts';
import { isRunByName } from '../../testing/index.ts';
import { createFliteVoice } from '../flite/flite-voice.ts';
import { PieceWriter } from '../piece-writer.ts';
import { hear, loudness, neverAborted, sentenceOf } from '../testing/collect.ts';
import { fliteUnderTest } from '../testing/flite-under-test.ts';
import { tone } from '../testing/tone.ts';
import { describeVoice } from '../voice.contract.ts';
import { SpeechFailure, type SpeechPiece, type Voice } from '../voice.ts';
import { createVoiceBreakers, createVoiceWithFallback, type FallbackOptions } from './voice-with-fallback.ts';

const toneRate = 24_000;
const text = 'One two three four five six.';
const broken = new SpeechFailure('provider', 'The voice server answered 500.');

/** Hums this many words of the text, a quarter of a second each, then fails. */
function humming(words: number, end: SpeechFailure | 'hang' = broken): Voice {
  return {
    async *speak(_sentence, signal) {
      yield {
        kind: 'start',
        format: { sampleRate: toneRate },
        precision: { words: 'exact', visemes: 'estimated' },
      };
      const writer = new PieceWriter(toneRate);
      for (const { index, 0: word } of [...text.matchAll(/\S+/g)].slice(0, words)) {
        const startMs = writer.nowMs;
        const viseme = { viseme: 'aa', startMs, durationMs: 240 } as const;
        yield writer.timing({
          visemes: [viseme],
          words: [{ startMs, durationMs: 240, from: index, to: index + word.length }],
        });
        yield writer.audio(new Uint8Array(tone('aaaa', toneRate)));
      }
      if (end === 'hang') {
        await wait(60_000, undefined, { signal }).catch(() => {
          throw new SpeechFailure('aborted', 'called off');
        });
      } else throw end;
    },
  };
}

describe('a voice with a fallback', () => {
  let pool: ReturnType<typeof fliteUnderTest>;
  let fallback: Voice;
  beforeAll(() => {
    pool = fliteUnderTest();
    fallback = createFliteVoice(pool, 'slt', 'acc_1');
  });
  afterAll(() => pool[Symbol.asyncDispose]());

  const withFallback = (main: Voice, more: Partial<FallbackOptions> = {}) => {
    const breakers = createVoiceBreakers(manualClock());
    return createVoiceWithFallback({ main, fallback, firstSoundMs: 60_000, breakers, name: 'main', ...more });
  };
  const failures = (pieces: readonly SpeechPiece[]) => pieces.filter(({ kind }) => kind === 'failure');

  it('[SP44] does not use the fallback if the main voice works', async () => {
    const { pieces, sampleRate } = await hear(withFallback(createFliteVoice(pool, 'rms', 'acc_1')), text);
    expect(failures(pieces)).toEqual([]);
    expect(sampleRate).toBe(16_000);
  });

  it('[SP44] a voice that fails before its first sound is replaced from the beginning, and that is reported', async () => {
    const alone = await hear(fallback, text);
    const heard = await hear(withFallback(humming(0)), text);
    expect(failures(heard.pieces)).toEqual([{ kind: 'failure', message: broken.message }]);
    expect(heard.pieces.filter(({ kind }) => kind === 'start')).toHaveLength(1);
    expect(heard.sampleRate).toBe(16_000);
    expect(heard.words).toEqual(alone.words);
  });

  it('[SP44] if a voice breaks off, the fallback continues at the first missing word, at the same sample rate', async () => {
    const heard = await hear(withFallback(humming(3)), text);
    expect(heard.words.map(({ written }) => written)).toEqual(text.split(' '));
    expect(heard.sampleRate).toBe(toneRate);
    const audio = heard.pieces.filter((piece) => piece.kind === 'audio');
    let reachedMs = 0;
    for (const { startMs, durationMs } of audio) {
      expect(startMs).toBeCloseTo(reachedMs, 0);
      reachedMs = startMs + durationMs;
    }
    expect(heard.durationMs).toBeCloseTo(reachedMs, 0);
    expect(heard.words[3]?.startMs).toBeGreaterThanOrEqual(720);
    const five = heard.words[4];
    expect(loudness(heard, five?.startMs, (five?.startMs ?? 0) + (five?.durationMs ?? 0))).toBeGreaterThan(
      200,
    );
  });

  it('[SP44] a voice that breaks off after its last word just ends', async () => {
    const heard = await hear(withFallback(humming(6)), text);
    expect(heard.words).toHaveLength(6);
    expect(heard.durationMs).toBeCloseTo(6 * 240, 0);
  });

  it('[SP44] a voice that does not begin in time has failed', async () => {
    const { pieces } = await hear(withFallback(humming(0, 'hang'), { firstSoundMs: 30 }), text);
    expect(failures(pieces)).toMatchObject([{ message: expect.stringContaining('did not begin') }]);
  });

  it('[SP44] a voice may be later while the listener has sound to play', async () => {
    const slow: Voice = {
      async *speak(sentence, signal) {
        await wait(100);
        yield* humming(6).speak(sentence, signal);
      },
    };
    const late = async (soundLeftMs: number) => {
      const sentence = sentenceOf(text, { soundLeftMs });
      return (await hear(withFallback(slow, { firstSoundMs: 30 }), sentence)).pieces.find(
        (piece) => piece.kind === 'failure',
      )?.message;
    };
    expect(await late(0)).toContain('did not begin');
    expect(await late(60_000)).toBe(broken.message);
  });

  it('[SP6] an abort is not a failure: the fallback does not speak', async () => {
    const controller = new AbortController();
    const speaking = hear(withFallback(humming(1, 'hang')), text, controller.signal, ({ kind }) => {
      if (kind === 'audio') controller.abort();
    });
    await expect(speaking).rejects.toMatchObject({ stage: 'aborted' });
  });

  it('[SP12] an error in our code is thrown as it is', async () => {
    const main: Voice = {
      speak() {
        throw new TypeError('our fault');
      },
    };
    await expect(hear(withFallback(main), text, neverAborted)).rejects.toThrow(TypeError);
  });
});

describe('a voice that keeps failing', () => {
  const silent: Voice = {
    async *speak() {
      yield { kind: 'end', durationMs: 0 };
    },
  };

  /** A voice that behaves as `behaviour.now` says, and how often it was asked. */
  function underTest() {
    const clock = manualClock();
    const behaviour: { now: 'fail' | 'speak' | 'hang' } = { now: 'fail' };
    let asked = 0;
    const main: Voice = {
      speak(sentence, signal) {
        asked += 1;
        if (behaviour.now === 'speak') return silent.speak(sentence, signal);
        return humming(0, behaviour.now === 'hang' ? 'hang' : broken).speak(sentence, signal);
      },
    };
    const breakers = createVoiceBreakers(clock);
    const voice = createVoiceWithFallback({
      main,
      fallback: silent,
      firstSoundMs: 60_000,
      breakers,
      name: 'main',
    });
    const say = async (signal = neverAborted) => {
      const pieces: SpeechPiece[] = [];
      for await (const piece of voice.speak({ text, markup: text }, signal)) pieces.push(piece);
      return pieces;
    };
    return { clock, behaviour, say, asked: () => asked };
  }

  it('[SP45] is not used for half a minute after three failures in a row', async () => {
    const { clock, behaviour, say, asked } = underTest();
    for (let count = 0; count < 3; count++) await say();
    expect(await say()).toContainEqual({
      kind: 'failure',
      message: `${broken.message} It is left alone for a moment.`,
    });
    expect(asked()).toBe(3);
    clock.advance(30_000);
    await say();
    expect(asked()).toBe(4);
    clock.advance(29_999);
    await say();
    expect(asked()).toBe(4);
    clock.advance(1);
    behaviour.now = 'speak';
    for (let count = 0; count < 3; count++) await say();
    expect(asked()).toBe(7);
  });

  it('[SP45] begins to count again after a success', async () => {
    const { behaviour, say, asked } = underTest();
    for (const now of ['fail', 'fail', 'speak', 'fail', 'fail', 'fail', 'fail'] as const) {
      behaviour.now = now;
      await say();
    }
    expect(asked()).toBe(6);
  });

  it('[SP6] [SP45] is not blamed for sentences that were aborted', async () => {
    const { behaviour, say, asked } = underTest();
    behaviour.now = 'hang';
    for (let count = 0; count < 5; count++) {
      const controller = new AbortController();
      const saying = say(controller.signal);
      controller.abort();
      await expect(saying).rejects.toMatchObject({ stage: 'aborted' });
    }
    expect(asked()).toBe(5);
  });
});

describeVoice({
  name: 'a voice with a fallback',
  isSlow: !isRunByName,
  start: async (deps) => {
    const pool = deps.use(fliteUnderTest());
    return createVoiceWithFallback({
      main: createFliteVoice(pool, 'slt', 'acc_1'),
      fallback: createFliteVoice(pool, 'slt', 'acc_1'),
      firstSoundMs: 60_000,
      breakers: createVoiceBreakers(manualClock()),
      name: 'main',
    });
  },
});
