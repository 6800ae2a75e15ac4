import { ordinalText } from '../number-words.ts';
import type { Rule } from './mapped-text.ts';
import { anyOf, freeAfter } from './patterns.ts';

/** "Dr. Lee", "St. Louis": a title before a name. */
export function titleRule(titles: Readonly<Record<string, string>>): Rule {
  return {
    // slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
    pattern: new RegExp(`(?<![\\p{L}\\p{N}_])(${anyOf(Object.keys(titles))})\\.?(?=\\s+[A-Z])`, 'gu'),
    rewrite: ([, title = '']) => titles[title] ?? title,
  };
}

/** Abbreviations. The full stop stays if it also ends the text. "no." means "number" only before a number. */
export function abbreviationRule(abbreviations: Readonly<Record<string, string>>): Rule {
  return {
    // slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
    pattern: new RegExp(`(?<![\\p{L}\\p{N}_.])(${anyOf(Object.keys(abbreviations))})${freeAfter}`, 'gu'),
    rewrite: ([short = ''], at, text) => {
      const end = at + short.length;
      if (short === 'no.' && !/^[ -]?#?\d/.test(text.slice(end, end + 3))) return null;
      return abbreviations[short] + (short.endsWith('.') && end === text.length ? '.' : '');
    },
  };
}

const romanDigits: ReadonlyMap<string, number> = new Map(
  [...'IVXLCDM'].map((letter, index) => [letter, [1, 5, 10, 50, 100, 500, 1000][index] ?? 0]),
);
const roman = '(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})';

/** "Chapter IV" is "Chapter 4", "Henry VIII" is "Henry the eighth". A single C or L is a letter. */
export function romanRules(cardinalHeads: readonly string[], ordinalHeads: readonly string[]): Rule[] {
  const rule = (heads: readonly string[], read: (number: number) => string): Rule => ({
    // slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
    pattern: new RegExp(`(?<![\\p{L}\\p{N}_])(${anyOf(heads)})\\s+(?=[IVXLC])(${roman})${freeAfter}`, 'gu'),
    rewrite: ([, head = '', numeral = '']) =>
      ['', 'C', 'L'].includes(numeral) ? null : `${head} ${read(romanNumber(numeral))}`,
  });
  return [rule(cardinalHeads, String), rule(ordinalHeads, (number) => `the ${ordinalText(number)}`)];
}

function romanNumber(numeral: string): number {
  const values = [...numeral].map((letter) => romanDigits.get(letter) ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}
