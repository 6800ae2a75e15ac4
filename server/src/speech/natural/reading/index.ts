export { phonemesOf } from './arpabet-phonemes.ts';
export type { Accent } from './endings.ts';
export type { EnglishReader } from './english-reader.ts';
export { type EnglishReaderSources, type EnglishReaders, loadEnglishReaders } from './load-english-reader.ts';
export { primaryStress, vowels } from './phonemes.ts';
export { isInsideWord, type Reading, type ReadWord } from './reading.ts';
export type { ReadUnknown, RunNet } from './unknown-words.ts';
