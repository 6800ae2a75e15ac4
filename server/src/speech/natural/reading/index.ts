export type { EnglishReader } from './english-reader.ts';
export { type EnglishReaderSources, loadEnglishReader } from './load-english-reader.ts';
export type { Reading, ReadWord } from './reading.ts';
export type { ReadUnknown, RunNet } from './unknown-words.ts';
