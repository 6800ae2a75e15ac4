import tables from '../tables/symbols.json' with { type: 'json' };
import { symbolNames } from '../tables.ts';
import type { Rule } from './mapped-text.ts';

/** Signs that are read only between two words or numbers: "x < y". */
const comparisons: ReadonlySet<string> = new Set('=<>~');
const any = [...symbolNames.keys()].map((symbol) => `\\u{${symbol.codePointAt(0)?.toString(16)}}`).join('');

/** Signs that have a name, such as "§". */
export const symbols: Rule = {
  // slow-regex: a set of single characters.
  pattern: new RegExp(`[${any}]`, 'gu'),
  rewrite: ([symbol = ''], at, text) => {
    if (comparisons.has(symbol) && (at === 0 || at === text.length - 1)) return ' ';
    const name = symbolNames.get(symbol) ?? '';
    return name === ',' ? ', ' : ` ${name} `;
  },
};

/** Faces and decoration make no sound. */
export const decoration: Rule[] = [
  { pattern: /(?<![^\s])#{1,6}(?=\s|$)/gu, rewrite: () => '' },
  { pattern: /(?<![^\s])[:;8]['’]?-?[)(DPpO3|/\\](?![^\s.,!?])/gu, rewrite: () => '' },
  {
    pattern:
      /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\ufe0e\ufe0f]|\u200d|\u20e3/gu,
    rewrite: ([sign = '']) => (symbolNames.has(sign) ? null : ''),
  },
];

const fractions: ReadonlyMap<string, string> = new Map(Object.entries(tables.fractions));

/** Different signs for the same thing: apostrophes, digits of other scripts, minus signs, "½". */
export const plainSigns: Rule[] = [
  { pattern: /[’ʼ]/g, rewrite: () => "'" },
  // A space that does not break groups the digits of a number.
  { pattern: /(?<=\d)[\u00a0\u202f\u2009](?=\d{3}(?!\d))/g, rewrite: () => "'" },
  { pattern: /[‐‑−‒]/g, rewrite: () => '-' },
  { pattern: /(?![0-9])\p{Nd}/gu, rewrite: ([digit = '']) => plainDigit(digit) },
  {
    pattern: /(\d ?)?([½⅓⅔¼¾⅕-⅚⅛-⅞])/gu,
    rewrite: ([, whole = '', sign = '']) =>
      `${whole === '' ? '' : `${whole.trim()} `}${fractions.get(sign) ?? ''}`,
  },
];

function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** One space between words, none at the ends and none before a punctuation mark. */
export const spaces: Rule[] = [
  { pattern: /\s+/g, rewrite: ([found]) => (found === ' ' ? null : ' ') },
  { pattern: /^ | $/g, rewrite: () => '' },
];
export const spacesBeforeMarks: Rule = { pattern: /(?<!\s)\s+([,.;:!?])/g, rewrite: ([, mark = '']) => mark };
