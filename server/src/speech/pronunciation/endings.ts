import type { Pronunciation } from '@parley/protocol/pronunciations';
import { baseOf } from '../script/language-tag.ts';
import type { TextPiece } from './text-pieces.ts';

/** How a word is said: in letters, in sounds, or both. */
export type Said = { readonly respelling?: string | undefined; readonly ipa?: string | undefined };

/** English endings after an apostrophe. */
const sounds: Readonly<Record<string, string>> = { ll: 'əl', d: 'd', ve: 'əv', re: 'ɚ' };
const longestEnding = 4;

/**
 * What is said for a listed word and the ending behind it, such as the 's of "Siobhán's", and how many pieces the ending
 * has. Null if it cannot be said: sounds are known for English endings and for s.
 */
export function withEnding(
  { respelling, ipa }: Pronunciation,
  [apostrophe, ending]: readonly TextPiece[],
  language: string,
): { readonly said: Said; readonly pieces: number } | null {
  const letters = ending?.folded ?? '';
  const isEnding = apostrophe?.folded === "'" && /^\p{L}/u.test(letters) && letters.length <= longestEnding;
  if (!isEnding) return { said: { respelling, ipa }, pieces: 0 };
  const sound = ipa === undefined ? undefined : soundOf(letters, ipa, baseOf(language) === 'en');
  const said = {
    respelling: respelling === undefined ? undefined : `${respelling}'${letters}`,
    ipa: sound === undefined ? undefined : `${ipa}${sound}`,
  };
  return said.respelling === undefined && said.ipa === undefined ? null : { said, pieces: 2 };
}

function soundOf(ending: string, ipa: string, isEnglish: boolean): string | undefined {
  if (ending !== 's') return isEnglish ? sounds[ending] : undefined;
  if (!isEnglish || /[ptkfθ]ʰ?$/u.test(ipa)) return 's';
  return /[szʃʒʧʤ]$/u.test(ipa) ? 'ɪz' : 'z';
}
