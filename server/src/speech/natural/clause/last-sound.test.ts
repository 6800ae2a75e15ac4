import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRunByName } from '../../../testing/index.ts';
import { hear, loudness } from '../../testing/collect.ts';
import { createNaturalVoice } from '../natural-voice.ts';
import { naturalSpec } from '../people/spec.ts';
import { naturalUnderTest, voiceFolderUnderTest } from '../testing/natural-under-test.ts';

describe.skipIf(voiceFolderUnderTest === null)('the last sound of a sentence', () => {
  let pool: ReturnType<typeof naturalUnderTest>;
  beforeAll(() => {
    pool = naturalUnderTest();
  });
  afterAll(async () => await pool[Symbol.asyncDispose]());

  const texts = [
    'Please wait for the next bus.',
    'Would you like to come with us?',
    'That is wonderful news, congratulations.',
    'That is wonderful news, congratulations!',
    'I like it very much.',
  ];
  it.each(isRunByName ? texts : texts.slice(0, 2))('[SP100] fades before the end of %j', async (text) => {
    const heard = await hear(createNaturalVoice(pool, naturalSpec('mara'), 'acc_1'), text);
    const end = loudness(heard, heard.durationMs - 20, heard.durationMs);
    expect(20 * Math.log10(Math.max(1, end) / 32_768)).toBeLessThan(-50);
  });
});
