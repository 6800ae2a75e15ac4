import words from './sentence-words.json' with { type: 'json' };

/** How the words before a silence end: like a sentence, with a number, in the middle of a sentence, or not known. */
export type SentenceEnd = 'closed' | 'number' | 'open' | 'unknown';

/** Whether the visitor is done, goes on, or is done after the usual half second. */
export type Verdict = 'done' | 'goes on' | 'usual';

/**
 * How sure the model must be that the visitor is done, after a short silence and after a long one. Measured by the bench
 * voice-to-voice. The longer it is silent, the surer the model is, also in the middle of a sentence.
 */
const minProbability: Readonly<Record<SentenceEnd, readonly [short: number, long: number]>> = {
  closed: [0.3, 0.3],
  // People pause between the parts of a number, and each part sounds like an end.
  number: [Number.POSITIVE_INFINITY, 0.5],
  open: [0.9, 0.85],
  unknown: [0.4, 0.85],
};

const unfinished: ReadonlySet<string> = new Set(words.unfinished);
const numbers: ReadonlySet<string> = new Set(words.numbers);

/** How an English text ends, with the signs that the recogniser wrote. */
export function sentenceEnd(text: string | null): SentenceEnd {
  const words = text?.toLowerCase().match(/[\p{L}\d']+/gu) ?? [];
  const last = words.at(-1);
  if (text === null || last === undefined) return 'unknown';
  if (/\d/.test(last) || numbers.has(last)) return 'number';
  if (unfinished.has(last) || text.endsWith('...')) return 'open';
  // The recogniser often writes a comma after a single word.
  return words.length === 1 || /[.?!]$/.test(text) ? 'closed' : 'open';
}

/** Null is the probability of a model that failed. */
export function verdictOf(probability: number | null, isLong: boolean, end: SentenceEnd): Verdict {
  if (probability === null) return 'usual';
  const [short, long] = minProbability[end];
  if (probability >= (isLong ? long : short)) return 'done';
  return end === 'closed' ? 'usual' : 'goes on';
}
