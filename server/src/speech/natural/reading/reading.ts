import type { MappedText } from '../../english/normalize/index.ts';
import type { SpokenWord } from './phonemizer.ts';

/** A written word and its phonemes: `from` and `to` are its position in the text, `start` and `end` in the phonemes. */
export type ReadWord = {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
};
export type Reading = { readonly phonemes: string; readonly words: readonly ReadWord[] };

/** Whether a phoneme is within a word, such as the pause in "555-0199". */
export const isInsideWord = (words: readonly ReadWord[], index: number): boolean =>
  words.some(({ start, end }) => start < index && index < end);

const sound = /[\p{L}]/u;

/** Joins the words to a reading. Words that come from the same part of the text, such as "$3.50", become one. */
export function readingOf(spoken: readonly SpokenWord[], mapped: MappedText): Reading {
  const pieces: string[] = [];
  const words: ReadWord[] = [];
  let length = 0;
  const add = (piece: string) => {
    const kept = length === 0 ? piece.trimStart() : piece;
    pieces.push(kept);
    length += kept.length;
  };
  for (const word of spoken) {
    const inner = word.phonemes.trim();
    const leading = length === 0 ? 0 : word.phonemes.indexOf(inner);
    const start = length + leading;
    add(word.phonemes);
    add(word.space);
    if (!sound.test(inner)) continue;
    const source = mapped.sourceOf(word.at, word.at + word.length);
    const last = words.at(-1);
    const end = start + inner.length;
    if (last === undefined || source.from >= last.to) words.push({ ...source, start, end });
    else
      words[words.length - 1] = { from: last.from, to: Math.max(last.to, source.to), start: last.start, end };
  }
  return { phonemes: pieces.join('').trimEnd(), words };
}
