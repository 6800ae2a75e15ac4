import { isInsideWord, type Reading } from '../reading/index.ts';

/** A run of phonemes that the model speaks at once: `start` up to but not including `end`. */
export type Clause = { readonly start: number; readonly end: number };

/** The first clause is cut shorter if punctuation allows it, so that it is heard sooner: about four seconds. */
const firstPhonemes = 60;
const minPhonemes = 18;
/** The model accepts about 500 signs. A clause of this length takes about 15 seconds. */
const maxPhonemes = 220;

const ending = /[.!?…]/;
const pausing = /[,;:—)]/;

/**
 * Cuts the phonemes of a unit into clauses. A sentence stays whole if it is not too long, because its melody is made as
 * a whole. So does a number in groups.
 */
export function cutClauses(reading: Reading, isFirst: boolean): Clause[] {
  const { phonemes } = reading;
  const clauses: Clause[] = [];
  let start = 0;
  while (start < phonemes.length) {
    const most = isFirst && clauses.length === 0 ? firstPhonemes : maxPhonemes;
    const end = endOfClause(reading, start, most);
    if (hasSound(phonemes.slice(start, end))) clauses.push({ start, end });
    start = end;
  }
  return clauses;
}

/** Whether a text may be cut after its first clause. False for most texts that would stay whole. */
export function mayHaveClauses(text: string): boolean {
  const mark = text.length > firstPhonemes / 2 ? text.search(/[.!?…,;:—)]/) : -1;
  return mark !== -1 && /\s/.test(text.slice(mark));
}

/** The end of the sentence or, if that is too far away, an earlier position at which the sentence can be cut. */
function endOfClause({ phonemes, words }: Reading, start: number, most: number): number {
  const sentence = endOfSentence(phonemes, start);
  if (sentence - start <= most) return sentence;
  for (let at = start + minPhonemes; at < sentence - minPhonemes; at += 1) {
    const isLast = at - start >= maxPhonemes;
    const isPause = pausing.test(phonemes.charAt(at - 1)) && phonemes.charAt(at) === ' ';
    if (isPause && !isInsideWord(words, at)) return at + 1;
    if (isLast) break;
  }
  if (sentence - start <= maxPhonemes) return sentence;
  const space = phonemes.lastIndexOf(' ', start + maxPhonemes);
  return space > start ? space + 1 : Math.min(sentence, start + maxPhonemes);
}

function endOfSentence(phonemes: string, start: number): number {
  for (let at = start; at < phonemes.length; at += 1) {
    if (ending.test(phonemes.charAt(at)) && phonemes.charAt(at + 1) === ' ') return at + 2;
  }
  return phonemes.length;
}

export const hasSound = (phonemes: string): boolean => /\p{L}/u.test(phonemes);
