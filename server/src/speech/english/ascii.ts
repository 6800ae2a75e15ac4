import { normalized } from '@parley/protocol/wire';
import { spellSign } from './letters.ts';
import { foldedLetters, symbolNames } from './tables.ts';

/** Everything but plain letters, digits and signs. */
export const notAscii = /[^\x20-\x7e]/gu;

/** Writes a text in plain letters. Signs with a name are named. Characters without a sound in English are left out. */
export function foldToAscii(text: string): string {
  return text.replace(/(?<=\d)[–—‒](?=\d)/g, '-').replace(notAscii, foldCharacter);
}

export function foldCharacter(character: string): string {
  if (character === spellSign) return character;
  const known = foldedLetters.get(character);
  if (known !== undefined) return known;
  const name = symbolNames.get(character);
  if (name !== undefined) return ` ${name} `;
  const parts = normalized(character, 'NFKD').replace(/\p{M}/gu, '');
  if (parts === character) return /\s/.test(character) ? ' ' : '';
  return parts.replace(notAscii, (part) => foldedLetters.get(part) ?? '');
}
