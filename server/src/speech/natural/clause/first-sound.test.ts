import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRunByName } from '../../../testing/index.ts';
import { hear, loudness } from '../../testing/collect.ts';
import { createNaturalVoice } from '../natural-voice.ts';
import { naturalSpec } from '../people/spec.ts';
import { naturalUnderTest, voiceFolderUnderTest } from '../testing/natural-under-test.ts';

const pieceMs = 10;

describe.skipIf(voiceFolderUnderTest === null)('the first sound of a sentence', () => {
  let pool: ReturnType<typeof naturalUnderTest>;
  beforeAll(() => {
    pool = naturalUnderTest();
  });
  afterAll(async () => await pool[Symbol.asyncDispose]());

  /** The loudness of each 10 ms in dBFS, and when the mouth leaves its first shape. */
  const beginningOf = async (text: string) => {
    const heard = await hear(createNaturalVoice(pool, naturalSpec('mara'), 'acc_1'), text);
    const levels = Array.from(
      { length: 40 },
      (_, at) => 20 * Math.log10(loudness(heard, at * pieceMs, (at + 1) * pieceMs) / 32_768),
    );
    const [first, second] = heard.visemes;
    return { levels, first, nextMs: second?.startMs ?? 0, words: heard.words };
  };

  const voiceless = [
    ['FF', 'First open the window.'],
    ['FF', 'Find your size.'],
    ['FF', 'Phone us tomorrow.'],
    ['TH', 'Thanks for calling.'],
    ['TH', 'Three of them left.'],
    ['kk', 'Call me later.'],
    ['PP', 'Please wait here.'],
    ['DD', 'Take the second door.'],
    ['SS', 'Sing it again.'],
    ['kk', 'Hello again.'],
  ] as const;
  it.each(isRunByName ? voiceless : voiceless.slice(2, 6))(
    '[SP100] %s is heard before the voice in %j',
    async (viseme, text) => {
      const { levels, first, nextMs, words } = await beginningOf(text);
      const voiceAt = levels.findIndex((level) => level > -17);
      const before = levels.slice(0, voiceAt).filter((level) => level > -40);
      expect(before.length * pieceMs).toBeGreaterThanOrEqual(40);
      expect(first).toMatchObject({ viseme, startMs: 0 });
      expect(words[0]?.startMs).toBe(0);
      expect(Math.abs(nextMs - voiceAt * pieceMs)).toBeLessThanOrEqual(50);
    },
  );

  it.each([
    ['FF', 'Very good.'],
    ['PP', 'Better now.'],
    ['PP', 'Many people.'],
  ])('[SP100] %s is heard before the vowel in %j', async (viseme, text) => {
    const { levels, first, nextMs } = await beginningOf(text);
    expect(first).toMatchObject({ viseme, startMs: 0 });
    expect(nextMs).toBeGreaterThanOrEqual(60);
    expect(Math.max(...levels.slice(0, nextMs / pieceMs - 2))).toBeGreaterThan(-35);
  });
});
