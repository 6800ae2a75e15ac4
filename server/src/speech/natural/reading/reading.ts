import type { PlacedText } from './normalize/index.ts';
import type { SpokenWord } from './phonemizer.ts';

/** A written word and its phonemes: `from` and `to` are its place in the text, `start` and `end` in the phonemes. */
export type ReadWord = { readonly from: number; readonly to: number; readonly start: number; readonly end: number };
export type Reading = { readonly phonemes: string; readonly words: readonly ReadWord[] };

const sound = /[\p{L}]/u;

/** Puts the words together. Words that come from the same part of the text, such as "$3.50", become one. */
export function readingOf(spoken: readonly SpokenWord[], placed: PlacedText): Reading {
  let phonemes = '';
  const words: ReadWord[] = [];
  for (const word of spoken) {
    const start = phonemes.length;
    phonemes += word.phonemes + word.space;
    if (phonemes.trimStart() === '') phonemes = '';
    if (!sound.test(word.phonemes)) continue;
    const inner = word.phonemes.trim();
    const begin = start + word.phonemes.indexOf(inner);
    const place = placed.place(word.at, word.at + word.length);
    const last = words.at(-1);
    if (last !== undefined && place.from < last.to) {
      words.pop();
      words.push({ from: Math.min(last.from, place.from), to: Math.max(last.to, place.to), start: last.start, end: begin + inner.length });
    } else {
      words.push({ ...place, start: begin, end: begin + inner.length });
    }
  }
  return { phonemes: phonemes.trimEnd(), words };
}
