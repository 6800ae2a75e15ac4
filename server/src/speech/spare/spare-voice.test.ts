import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFliteVoice } from '../flite/flite-voice.ts';
import type { FlitePool } from '../flite/pool.ts';
import { PieceWriter } from '../piece-writer.ts';
import { hear, loudness, neverAborted } from '../testing/collect.ts';
import { fliteUnderTest } from '../testing/flite-under-test.ts';
import { tone } from '../testing/tone.ts';
import { describeVoice } from '../voice.contract.ts';
import { SpeechFailure, type SpeechPiece, type Voice } from '../voice.ts';
import { createSpareVoice, type SpareOptions } from './spare-voice.ts';

const toneRate = 24_000;
const text = 'One two three four five six.';
const broken = new SpeechFailure('provider', 'The voice server answered 500.');

/** Hums so many words of the text, a quarter of a second each, then fails. */
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

describe('a voice with another at its side', () => {
  let pool: FlitePool;
  let spare: Voice;
  beforeAll(() => {
    pool = fliteUnderTest();
    spare = createFliteVoice(pool, 'slt');
  });
  afterAll(() => pool[Symbol.asyncDispose]());

  const notes: string[] = [];
  const beside = (main: Voice, more: Partial<SpareOptions> = {}) => {
    notes.length = 0;
    return createSpareVoice({
      main,
      spare,
      firstSoundMs: 60_000,
      resting: () => null,
      noteFailure: ({ message }) => notes.push(message),
      noteSuccess: () => notes.push('fine'),
      ...more,
    });
  };
  const troubles = (pieces: readonly SpeechPiece[]) => pieces.filter(({ kind }) => kind === 'trouble');

  it('[SP44] is not heard where the voice does its work', async () => {
    const { pieces, sampleRate } = await hear(beside(createFliteVoice(pool, 'rms')), text);
    expect(troubles(pieces)).toEqual([]);
    expect(sampleRate).toBe(16_000);
    expect(notes).toEqual(['fine']);
  });

  it('[SP44] a voice that fails before its first sound is replaced from the beginning, and that is told', async () => {
    const alone = await hear(spare, text);
    const heard = await hear(beside(humming(0)), text);
    expect(troubles(heard.pieces)).toEqual([{ kind: 'trouble', message: broken.message }]);
    expect(heard.pieces.filter(({ kind }) => kind === 'start')).toHaveLength(1);
    expect(heard.sampleRate).toBe(16_000);
    expect(heard.words).toEqual(alone.words);
    expect(notes).toEqual([broken.message]);
  });

  it('[SP44] a voice that breaks off is continued at the word it owes, in the same sound', async () => {
    const heard = await hear(beside(humming(3)), text);
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

  it('[SP44] a voice that breaks off behind its last word just ends', async () => {
    const heard = await hear(beside(humming(6)), text);
    expect(heard.words).toHaveLength(6);
    expect(heard.durationMs).toBeCloseTo(6 * 240, 0);
  });

  it('[SP44] a voice that does not begin in time has failed', async () => {
    const { pieces } = await hear(beside(humming(0, 'hang'), { firstSoundMs: 30 }), text);
    expect(troubles(pieces)).toMatchObject([{ message: expect.stringContaining('did not begin') }]);
  });

  it('[SP44] a voice that rests is not asked', async () => {
    const asked: string[] = [];
    const main: Voice = {
      speak(sentence, signal) {
        asked.push(sentence.text);
        return humming(1).speak(sentence, signal);
      },
    };
    const { pieces } = await hear(beside(main, { resting: () => broken }), text);
    expect(asked).toEqual([]);
    expect(troubles(pieces)).toHaveLength(1);
  });

  it('[SP6] calling off is no failure: nobody else begins to speak', async () => {
    const controller = new AbortController();
    const speaking = hear(beside(humming(1, 'hang')), text, controller.signal, ({ kind }) => {
      if (kind === 'audio') controller.abort();
    });
    await expect(speaking).rejects.toMatchObject({ stage: 'aborted' });
    expect(notes).toEqual([]);
  });

  it('[SP12] a fault of ours stays one', async () => {
    const main: Voice = {
      speak() {
        throw new TypeError('our fault');
      },
    };
    await expect(hear(beside(main), text, neverAborted)).rejects.toThrow(TypeError);
  });
});

describeVoice({
  name: 'a voice with another at its side',
  start: async (deps) => {
    const pool = deps.use(fliteUnderTest());
    return createSpareVoice({
      main: createFliteVoice(pool, 'slt'),
      spare: createFliteVoice(pool, 'slt'),
      firstSoundMs: 60_000,
      resting: () => null,
      noteFailure: (failure) => {
        throw failure;
      },
      noteSuccess: () => undefined,
    });
  },
});
