import { digitWords } from './number-words.ts';

const signs: Readonly<Record<string, string>> = {
  '.': 'dot',
  ',': 'comma',
  '-': 'dash',
  _: 'underscore',
  '/': 'slash',
  '\\': 'backslash',
  ':': 'colon',
  ';': 'semicolon',
  '@': 'at',
  '&': 'and',
  '+': 'plus',
  '=': 'equals',
  '#': 'hash',
  '%': 'percent',
  '*': 'star',
  '?': 'question mark',
  '!': 'exclamation mark',
  $: 'dollar',
  '€': 'euro',
  '£': 'pound',
  '°': 'degrees',
  '~': 'tilde',
  '(': 'bracket',
  ')': 'close bracket',
};

export function letterName(letter: string): string {
  const small = letter.toLowerCase();
  return small === 'a' ? '_a' : small;
}

/** Spells a text: each character by its name. */
export function spelled(text: string): string[] {
  return [...text].flatMap((character) => {
    if (/[A-Za-z]/.test(character)) return letterName(character);
    if (/\d/.test(character)) return digitWords(character);
    return signName(character);
  });
}

export function signName(sign: string): string[] {
  return Object.hasOwn(signs, sign) ? (signs[sign] ?? '').split(' ') : [];
}
