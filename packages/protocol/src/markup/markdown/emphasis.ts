import { isSpace } from '../sentences/sentence-characters.ts';
import { type ConstructMatch, type Position, runLength } from './construct-match.ts';

const word = /[\p{L}\p{N}_]/u;
/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const elements: Readonly<Record<string, readonly [open: string, close: string]>> = {
  '*': ['<i>', '</i>'],
  '**': ['<b>', '</b>'],
  '***': ['<b><i>', '</i></b>'],
  '~~': ['<del>', '</del>'],
};

/**
 * `*words*`, `**words**`, `_words_` and `~~words~~`. The signs touch the words inside and not those outside, so
 * that `2 * 3`, `2*3*4` and `snake_case_name` stay as they are.
 */
export function emphasisAt(
  { text, at, before, isWhole }: Position,
  convert: (text: string) => string,
): ConstructMatch {
  const sign = text.charAt(at);
  const length = runLength(text, at);
  const element = elements[(sign === '_' ? '*' : sign).repeat(length)];
  const next = text.charAt(at + length);
  if (next === '' && !isWhole) return 'undecided';
  if (element === undefined || isSpace(next) || next === '' || isInWord(before, sign)) return 'plain';
  const end = endOf(text, at, length, isWhole);
  if (typeof end === 'string') return end;
  const words = text.slice(at + length, end);
  if (!/[\p{L}\p{N}\p{So}\p{Co}]/u.test(words) || isIdentifier(sign.repeat(length), words)) return 'plain';
  return { markup: element[0] + convert(words) + element[1], length: end + length - at };
}

function endOf(text: string, at: number, length: number, isWhole: boolean): number | 'plain' | 'undecided' {
  const sign = text.charAt(at);
  for (let from = at + length; ; ) {
    const start = text.indexOf(sign, from);
    if (start === -1) return isWhole ? 'plain' : 'undecided';
    const run = runLength(text, start);
    const after = text.charAt(start + run);
    if (after === '' && !isWhole) return 'undecided';
    // Three signs also end one or two: the other signs belong to the content.
    const fits = run === length || (run === 3 && length < 3);
    const isEnd = fits && !isSpace(text.charAt(start - 1)) && !(length !== 2 && isInWord(after, sign));
    if (isEnd) return start + run - length;
    from = start + run;
  }
}

/** A backslash next to the sign is part of a path or a formula. */
const isInWord = (neighbour: string, sign: string): boolean =>
  neighbour === '\\' || (word.test(neighbour) && (sign === '_' || !unspaced.test(neighbour)));

/** Such as `__init__`. */
const isIdentifier = (signs: string, words: string): boolean => signs === '__' && /^[a-z_]+$/.test(words);
