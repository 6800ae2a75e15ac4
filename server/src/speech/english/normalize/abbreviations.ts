import { cardinalText, ordinalText } from '../number-words.ts';
import tables from '../tables/abbreviations.json' with { type: 'json' };
import type { Rule } from './mapped-text.ts';
import { anyOf, pattern } from './patterns.ts';
import { unitNames } from './units.ts';

const titles: ReadonlyMap<string, string> = new Map(Object.entries(tables.titles));
const shortForms: ReadonlyMap<string, string> = new Map(Object.entries(tables.abbreviations));
/** Short forms that are words, too: they need a number behind them. */
const beforeNumbers: ReadonlySet<string> = new Set([
  'no.',
  'p.',
  'pp.',
  'fig.',
  'Fig.',
  'ch.',
  'Ch.',
  'nos.',
]);

/** "Dr. Lee", "St. Louis": a title before a name. */
export const titleNames: Rule = {
  pattern: pattern(`(?<![\\p{L}\\p{N}_])(${anyOf([...titles.keys()])})\\.?(?=\\s+\\p{Lu})`),
  rewrite: ([, title = '']) => titles.get(title) ?? null,
};

/** Abbreviations. The full stop stays if it also ends the text. */
export const abbreviations: Rule = {
  pattern: pattern(`(?<![\\p{L}\\p{N}_.])(${anyOf([...shortForms.keys()])})(?![\\p{L}\\p{N}_])`),
  rewrite: ([short = ''], at, text) => {
    const end = at + short.length;
    if (beforeNumbers.has(short) && !/^[ -]?#?\d/.test(text.slice(end, end + 3))) return null;
    // "5 min." is read with the units.
    if (
      short.endsWith('.') &&
      /\d ?$/.test(text.slice(Math.max(0, at - 2), at)) &&
      unitNames.has(short.slice(0, -1))
    )
      return short.slice(0, -1) + (end === text.length ? '.' : '');
    return shortForms.get(short) + (short.endsWith('.') && end === text.length ? '.' : '');
  },
};

const romanDigits: ReadonlyMap<string, number> = new Map(
  [...'IVXLCDM'].map((letter, index) => [letter, [1, 5, 10, 50, 100, 500, 1000][index] ?? 0]),
);
const roman = '(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})';
const romanRule = (head: string, numeral: string, read: (number: number) => string): Rule => ({
  pattern: pattern(`(?<![\\p{L}\\p{N}_])(${head})\\s+(?=[IVXLC])(${numeral})(?![\\p{L}\\p{N}_'])`),
  rewrite: ([, name = '', letters = '']) =>
    ['', 'C', 'L'].includes(letters) ? null : `${name} ${read(romanNumber(letters))}`,
});

/** "Chapter IV" is "Chapter four", "Henry VIII" is "Henry the eighth", "Rocky III" is "Rocky three". */
export const romanNumerals: Rule[] = [
  romanRule(`(?:${anyOf(tables.romanAfter)})`, roman, cardinalText),
  romanRule(`(?:${anyOf(tables.romanAfter).toLowerCase()})`, roman, cardinalText),
  romanRule(`(?:${anyOf(tables.romanOrdinalAfter)})`, roman, (number) => `the ${ordinalText(number)}`),
  romanRule('\\p{Lu}\\p{Ll}{2,}', '(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3})', cardinalText),
];

function romanNumber(numeral: string): number {
  const values = [...numeral].map((letter) => romanDigits.get(letter) ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}
