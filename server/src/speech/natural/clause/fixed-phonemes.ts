import type { StyleSpan } from '../../units/unit.ts';
import type { PlacedWord } from './clause-layout.ts';

/** Phonemes with the words that they belong to. */
export type Phonemes = { readonly phonemes: string; readonly words: readonly PlacedWord[] };

/** Replaces the phonemes that were read for some words by the phonemes that the markup states for them. */
export function withFixedPhonemes(reading: Phonemes, spans: readonly StyleSpan[]): Phonemes {
  return spans.reduce(
    (before, { from, to, phonemes }) =>
      phonemes === undefined ? before : replaced(before, from, to, phonemes),
    reading,
  );
}

function replaced({ phonemes, words }: Phonemes, from: number, to: number, fixed: string): Phonemes {
  const isInside = (word: PlacedWord) => word.from < to && word.to > from;
  const inside = words.filter(isInside);
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined) return { phonemes, words };
  const moved = fixed.length - (last.end - first.start);
  return {
    phonemes: phonemes.slice(0, first.start) + fixed + phonemes.slice(last.end),
    words: words.flatMap((word) => {
      if (word === first)
        return [{ from: first.from, to: last.to, start: first.start, end: first.start + fixed.length }];
      if (isInside(word)) return [];
      return [word.start >= last.end ? { ...word, start: word.start + moved, end: word.end + moved } : word];
    }),
  };
}
