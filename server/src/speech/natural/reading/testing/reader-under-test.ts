import { readFileSync } from 'node:fs';
import type { TestContext } from 'vitest';
import { type EnglishReader, loadEnglishReader, type RunNet } from '../index.ts';
import { voiceFilesUnderTest } from './voice-files-under-test.ts';

type Sample = {
  /** Texts with the phonemes that the package gives for them. */
  readonly lines: readonly (readonly [string, string])[];
  /** What the net answers to letters. */
  readonly net: Readonly<Record<string, string>>;
};

/** Lines that the package read, made by `scripts/natural-voice/make-fixture.mjs`. */
export const sample: Sample = JSON.parse(
  readFileSync(new URL('../package-phonemes.json', import.meta.url), 'utf8'),
);

let loading: Promise<EnglishReader> | undefined;

/** The reader with the installed voice's files, and with the net's answers of the sample: other unknown words are silent. */
export function readerUnderTest(context: Pick<TestContext, 'skip'>): Promise<EnglishReader> {
  const files = voiceFilesUnderTest(context);
  loading ??= loadEnglishReader(files, { openNet: async () => recordedNet });
  return loading;
}

const recordedNet: RunNet = async (letters) => (sample.net[letters.join(' ')] ?? '').split(' ').map(Number);
