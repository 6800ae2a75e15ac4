import { readFileSync } from 'node:fs';
import type { TestContext } from 'vitest';
import {
  type Accent,
  type EnglishReader,
  type EnglishReaders,
  loadEnglishReaders,
  type RunNet,
} from '../index.ts';
import { voiceFilesUnderTest } from './voice-files-under-test.ts';

type Sample = {
  /** Texts with the phonemes that the package gives for them. */
  readonly lines: readonly (readonly [string, string])[];
  /** The net's answers to letters. */
  readonly net: Readonly<Record<string, string>>;
};

const sampleOf = (file: string): Sample => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));

/** Lines that the package has read, created by `scripts/natural-voice/make-fixture.mjs`. */
export const samples: Readonly<Record<Accent, Sample>> = {
  us: sampleOf('./package-phonemes.json'),
  gb: sampleOf('./package-phonemes-gb.json'),
};

let loading: Promise<EnglishReaders> | undefined;

/** A reader with the installed voice's files and the samples' answers of the net. Other unknown words are silent. */
export async function readerUnderTest(
  context: Pick<TestContext, 'skip'>,
  accent: Accent = 'us',
): Promise<EnglishReader> {
  const files = voiceFilesUnderTest(context);
  loading ??= loadEnglishReaders(files, {
    openNet: async (file) => recordedNet(samples[file.endsWith('oov_gb.onnx') ? 'gb' : 'us']),
  });
  return (await loading).of(accent);
}

const recordedNet =
  ({ net }: Sample): RunNet =>
  async (letters) =>
    (net[letters.join(' ')] ?? '').split(' ').map(Number);
