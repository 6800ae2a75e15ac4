import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { pronunciations } from '../../english/tables.ts';
import type { VoiceFiles } from '../voice-files.ts';
import { phonemesOf } from './arpabet-phonemes.ts';
import type { Accent } from './endings.ts';
import { EnglishReader } from './english-reader.ts';
import { type ByTag, Lexicon } from './lexicon.ts';
import { Tagger, type TaggerData } from './tagger.ts';
import { Tokenizer } from './tokenizer.ts';
import { type RunNet, type UnknownWordsData, unknownWordsReader } from './unknown-words.ts';

const unzip = promisify(gunzip);

export type EnglishReaderSources = {
  /** Opens the net that reads unknown words. */
  openNet(file: string): Promise<RunNet>;
};

/** The readers of both accents. Shared data is loaded once. Data that only one reader needs is loaded on first use. */
export type EnglishReaders = { of(accent: Accent): Promise<EnglishReader> };

const netNames: Readonly<Record<Accent, string>> = { us: 'oov', gb: 'oov_gb' };

/** Loads the tables of an installed voice. With one accent this takes 1.6 s of a core, so it is for worker threads. */
export async function loadEnglishReaders(
  files: VoiceFiles,
  { openNet }: EnglishReaderSources,
): Promise<EnglishReaders> {
  const exceptions = (await plain(files, 'tokenizer_exceptions.json')) as Record<string, readonly string[]>;
  const tokenizer = new Tokenizer(exceptions);
  const tagger = new Tagger((await zipped(files, 'tagger.json.gz')) as TaggerData);
  const entries = async (name: string) =>
    new Map(Object.entries((await zipped(files, name)) as Record<string, string | ByTag>));
  const load = async (accent: Accent): Promise<EnglishReader> => {
    const checked = await entries(`lexicon_${accent}_gold.json.gz`);
    for (const [name, phones] of pronunciations) checked.set(name, phonemesOf(phones));
    const lexicon = new Lexicon(checked, await entries(`lexicon_${accent}_silver.json.gz`));
    const unknownWords = (await plain(files, `${netNames[accent]}.json`)) as UnknownWordsData;
    const net = await openNet(files.file(`${netNames[accent]}.onnx`));
    const readUnknown = unknownWordsReader(unknownWords, net);
    return new EnglishReader({ accent, lexicon, tokenizer, tagger, readUnknown });
  };
  const loading = new Map<Accent, Promise<EnglishReader>>();
  return {
    of(accent) {
      const reader = loading.get(accent) ?? load(accent);
      loading.set(accent, reader);
      return reader;
    },
  };
}

async function plain(files: VoiceFiles, name: string): Promise<unknown> {
  return JSON.parse(await readFile(files.file(name), 'utf8'));
}

async function zipped(files: VoiceFiles, name: string): Promise<unknown> {
  return JSON.parse((await unzip(await readFile(files.file(name)))).toString());
}
