import { spellSign } from '../letters.ts';
import tables from '../tables/known-words.json' with { type: 'json' };
import { emphasisedInCapitals, pronunciations } from '../tables.ts';
import type { Rule } from './mapped-text.ts';
import { anyOf, pattern } from './patterns.ts';

const exact: ReadonlyMap<string, string> = new Map(Object.entries(tables.exact));
const anyCase: ReadonlyMap<string, string> = new Map(Object.entries(tables.anyCase));

/** How a word of the table is said, such as "JSON" or "C#". */
export function knownWord(word: string): string | undefined {
  return exact.get(word) ?? anyCase.get(word.toLowerCase());
}

/** Words that are not read as they are written: acronyms, names of programs and companies, "24/7". */
export const knownWords: Rule = {
  pattern: pattern(
    `(?<![\\p{L}\\p{N}_@#/]|[\\p{L}\\p{N}][.-])(?:${anyOf([...exact.keys(), ...anyCase.keys()])})(?![\\p{L}\\p{N}_@]|'(?!s(?!\\p{L}))\\p{L}|[.\\-/]\\p{N}|[./]\\p{Ll})`,
    'giu',
  ),
  rewrite: ([word = '']) => knownWord(word) ?? null,
};

/** "STOP DOING THAT": capitals in a row say nothing about a single word. */
export const shouting: Rule = {
  // slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
  pattern: /(?<![\p{L}\p{N}_.])[A-Z][A-Z']+(?:[ ,!]+[A-Z][A-Z']*){2,}(?![\p{L}\p{N}_]|\.\p{L})/gu,
  rewrite: ([run = '']) => {
    const words = run.split(/[ ,!]+/).filter((word) => word.length > 1);
    const plain = words.filter(
      (word) => !isSpelled(word.replaceAll("'", '')) && !pronunciations.has(word.toLowerCase()),
    );
    return plain.length * 2 > words.length ? run.toLowerCase().replaceAll(/\bi\b/g, 'I') : null;
  },
};

/** Capitals that are read as letters: "FBI", "HTML", "APIs". Longer ones are left to the reader's lexicon. */
export const spelledCapitals: Rule = {
  pattern: pattern("(?<![\\p{L}\\p{N}_'’ˑ])([A-Z]{2,6})(?:(['’]?s)|['’](?=[a-z]))?(?![\\p{L}\\p{N}_])"),
  rewrite: ([, capitals = '', ending = '']) => {
    if (emphasisedInCapitals.has(capitals.toLowerCase())) return capitals.toLowerCase() + ending;
    return isSpelled(capitals) ? spell(capitals) + (ending === '' ? '' : "'s") : null;
  },
};

/** "U.S.", "J. R. R. Tolkien": letters with full stops. */
export const initials: Rule = {
  pattern: /(?<![\p{L}\p{N}_.])((?:[A-Za-z]\.){2,})(?![\p{L}\p{N}_])/gu,
  rewrite: ([, letters = ''], at, text) => {
    const end = at + letters.length;
    const isEnd = end === text.length || /^["”')\]]?\s*$/.test(text.slice(end, end + 3));
    return spell(letters.replaceAll('.', '')) + (isEnd ? '.' : '');
  },
};

export const spell = (letters: string): string => spellSign + letters.toLowerCase();

/** Whether capitals form no word. */
export function isSpelled(capitals: string): boolean {
  const small = capitals.toLowerCase();
  if (emphasisedInCapitals.has(small)) return false;
  if (knownWord(capitals) !== undefined || capitals.length <= 3) return true;
  return !/[aeiouy]/.test(small) || /[^aeiouy]{4}/.test(small);
}
