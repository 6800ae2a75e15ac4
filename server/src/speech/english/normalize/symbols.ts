import type { Rule } from './mapped-text.ts';

/** Signs that are read only between two words or numbers: "x < y". */
const comparisons: ReadonlySet<string> = new Set('=<>~');

/** Signs that have a name, such as "§". */
export function symbolRule(symbols: Readonly<Record<string, string>>): Rule {
  const any = Object.keys(symbols)
    .map((symbol) => `\\u{${symbol.codePointAt(0)?.toString(16)}}`)
    .join('');
  return {
    // slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
    pattern: new RegExp(`[${any}]`, 'gu'),
    rewrite: ([symbol = ''], at, text) => {
      if (comparisons.has(symbol) && (at === 0 || at === text.length - 1)) return null;
      const name = symbols[symbol] ?? '';
      return symbol === '|' ? name : ` ${name} `;
    },
  };
}

export const apostrophes: Rule = { pattern: /’/g, rewrite: () => "'" };

/** One space between words, none at the ends and none before a punctuation mark. */
export const spaces: Rule[] = [
  { pattern: /\s+/g, rewrite: ([found]) => (found === ' ' ? null : ' ') },
  { pattern: /^ | $/g, rewrite: () => '' },
];
export const spacesBeforeMarks: Rule = { pattern: /(?<!\s)\s+([,.;:!?])/g, rewrite: ([, mark = '']) => mark };
