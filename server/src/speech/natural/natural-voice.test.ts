import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hear, loudness } from '../testing/collect.ts';
import type { Voice } from '../voice.ts';
import { loadOnnxRuntime, telemetryOff } from './model/onnx-runtime.ts';
import { createNaturalVoice } from './natural-voice.ts';
import { naturalSpec } from './people/spec.ts';
import { naturalUnderTest, voiceFolderUnderTest } from './testing/natural-under-test.ts';

describe('the runtime of the model', () => {
  it('[SP95] is the other one unless usage data is switched off', async () => {
    const before = process.env.ORT_DISABLE_TELEMETRY;
    process.env.ORT_DISABLE_TELEMETRY = '0';
    expect((await loadOnnxRuntime()).name).toBe('onnxruntime-web');
    process.env.ORT_DISABLE_TELEMETRY = telemetryOff.ORT_DISABLE_TELEMETRY;
    expect((await loadOnnxRuntime()).name).toBe('onnxruntime-node');
    if (before === undefined) delete process.env.ORT_DISABLE_TELEMETRY;
  });
});

describe.skipIf(voiceFolderUnderTest === null)('the natural voice', () => {
  let pool: ReturnType<typeof naturalUnderTest>;
  let voice: Voice;
  beforeAll(() => {
    pool = naturalUnderTest();
    voice = createNaturalVoice(pool, naturalSpec('mara'), 'acc_1');
  });
  afterAll(async () => await pool[Symbol.asyncDispose]());
  const lengthOf = async (markup: string, word: string) => {
    const heard = await hear(voice, markup);
    return heard.words.find(({ written }) => written.startsWith(word))?.durationMs ?? 0;
  };

  it('[SP90] speaks at 24 kHz, and the same text has the same sound', async () => {
    const [one, again] = [await hear(voice, 'Good morning.'), await hear(voice, 'Good morning.')];
    expect(one.sampleRate).toBe(24_000);
    expect(one.samples).toEqual(again.samples);
  });

  it('[SP90] a first clause that is made on its own has its own words and marks', async () => {
    const heard = await hear(
      voice,
      'The lantern of the harbour follows<mark name="one"/> number twelve by the bridge, near the old<mark name="two"/> orchard.',
    );
    expect(heard.words.map(({ written }) => written).join(' ')).toBe(
      'The lantern of the harbour follows number twelve by the bridge, near the old orchard.',
    );
    const starts = heard.words.map(({ startMs }) => startMs);
    expect(starts).toEqual(starts.toSorted((left, right) => left - right));
    expect(heard.marks.map(({ name }) => name)).toEqual(['one', 'two']);
    expect(heard.marks[1]?.atMs).toBe(heard.words.find(({ written }) => written === 'orchard.')?.startMs);
  });

  it('[SP92] the lips close in P, B and M, and go through a diphthong', async () => {
    const { visemes } = await hear(voice, 'My pipe.');
    expect(visemes.map(({ viseme }) => viseme).join(' ')).toMatch(/^PP aa I PP aa I PP/);
  });

  it('[SP92] an amount is timed as the written words are shown', async () => {
    const { words } = await hear(voice, 'It costs $20 on May 3rd.');
    expect(words.map(({ written }) => written)).toEqual(['It', 'costs', '$20', 'on', 'May', '3rd.']);
  });

  it('[SP93] a rate holds for its words only', async () => {
    const plain = await lengthOf('We never leave early.', 'never');
    const slow = await lengthOf('We <prosody rate="60%">never</prosody> leave early.', 'never');
    const other = await lengthOf('We <prosody rate="60%">never</prosody> leave early.', 'leave');
    expect(slow).toBeGreaterThan(plain * 1.4);
    expect(other).toBeLessThan((await lengthOf('We never leave early.', 'leave')) * 1.2);
  });

  it('[SP93] emphasis makes a word longer and louder', async () => {
    const [plain, strong] = await Promise.all([
      hear(voice, 'I said no.'),
      hear(voice, 'I said <emphasis level="strong">no</emphasis>.'),
    ]);
    expect(loudness(strong)).toBeGreaterThan(loudness(plain));
    expect(strong.durationMs).toBeGreaterThan(plain.durationMs);
  });

  it('[SP93] a stated pronunciation and say-as replace the reading', async () => {
    const { visemes } = await hear(voice, '<phoneme alphabet="ipa" ph="ˈmɑːmɑː">xyz</phoneme>');
    expect(visemes.map(({ viseme }) => viseme).join(' ')).toMatch(/^PP aa PP aa/);
    const spelled = await hear(voice, '<say-as interpret-as="characters">cat</say-as>');
    expect(spelled.durationMs).toBeGreaterThan((await hear(voice, 'cat')).durationMs * 1.3);
  });
});
