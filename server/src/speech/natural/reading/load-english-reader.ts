import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { VoiceFiles } from '../voice-files.ts';
import { EnglishReader } from './english-reader.ts';
import { type ByTag, Lexicon } from './lexicon.ts';
import { Normalizer, type NormalizerData } from './normalize/index.ts';
import { Tagger, type TaggerData } from './tagger.ts';
import { Tokenizer } from './tokenizer.ts';
import { type RunNet, type UnknownWordsData, unknownWordsReader } from './unknown-words.ts';

const unzip = promisify(gunzip);

export type EnglishReaderSources = {
  /** Opens the net that reads unknown words. */
  openNet(file: string): Promise<RunNet>;
};

/** Loads the lexicons and tables of an installed voice. This takes 1.6 s of a core, so it is for worker threads. */
export async function loadEnglishReader(
  files: VoiceFiles,
  { openNet }: EnglishReaderSources,
): Promise<EnglishReader> {
  const entries = async (name: string) =>
    new Map(Object.entries((await zipped(files, name)) as Record<string, string | ByTag>));
  const [checked, unchecked] = [
    await entries('lexicon_us_gold.json.gz'),
    await entries('lexicon_us_silver.json.gz'),
  ];
  const unknownWords = (await plain(files, 'oov.json')) as UnknownWordsData;
  return new EnglishReader({
    lexicon: new Lexicon(checked, unchecked),
    normalizer: new Normalizer((await plain(files, 'normalize.json')) as NormalizerData),
    tokenizer: new Tokenizer(
      (await plain(files, 'tokenizer_exceptions.json')) as Record<string, readonly string[]>,
    ),
    tagger: new Tagger((await zipped(files, 'tagger.json.gz')) as TaggerData),
    readUnknown: unknownWordsReader(unknownWords, await openNet(files.file('oov.onnx'))),
  });
}

async function plain(files: VoiceFiles, name: string): Promise<unknown> {
  return JSON.parse(await readFile(files.file(name), 'utf8'));
}

async function zipped(files: VoiceFiles, name: string): Promise<unknown> {
  return JSON.parse((await unzip(await readFile(files.file(name)))).toString());
}
