import type { StyleSpan } from '../../units/unit.ts';
import { phonemesOf, type Reading, type ReadWord } from '../reading/index.ts';

/** Replaces the phonemes that were read for some words by the phonemes that the markup states for them. */
export function withFixedPhonemes(reading: Reading, spans: readonly StyleSpan[]): Reading {
  return spans.reduce(
    (before, { from, to, phones }) =>
      phones === undefined ? before : replaced(before, from, to, phonemesOf(phones)),
    reading,
  );
}

function replaced({ phonemes, words }: Reading, from: number, to: number, fixed: string): Reading {
  const isInside = (word: ReadWord) => word.from < to && word.to > from;
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
