import { digitWords } from './number-words.ts';
import { signNames } from './tables.ts';

/** A word that begins with this sign is read as the names of its letters. */
export const spellSign = 'ˑ';

/** The name of the letter A is `_a`, because `a` is the article. */
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
  return signNames.get(sign)?.split(' ') ?? [];
}
