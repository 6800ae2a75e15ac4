import { normalized } from '../normalized.ts';
import signs from './ipa-signs.json' with { type: 'json' };
import { longestSound, longestWord, maxPronunciations, type Pronunciation } from './pronunciation.ts';

export type CheckedPronunciations =
  | { readonly ok: true; readonly list: Pronunciation[] }
  | { readonly ok: false; readonly message: string };

const letters = new Set(signs.letters);
const otherSigns = new Set(`${signs.marks}${signs.combining} `);
const instead: ReadonlyMap<string, string> = new Map(Object.entries(signs.instead));

/** A list as it is stored: without blanks, empty texts and empty entries. The first mistake refuses it. */
export function checkPronunciations(given: readonly Pronunciation[]): CheckedPronunciations {
  const list = given.map(tidy).filter((entry) => Object.values(entry).some((text) => text !== ''));
  if (list.length > maxPronunciations)
    return { ok: false, message: `The list may have at most ${maxPronunciations} words.` };
  const seen = new Set<string>();
  for (const entry of list) {
    const key = JSON.stringify([entry.word, entry.language?.toLowerCase()]);
    const message = seen.has(key)
      ? `The word "${entry.word}" is in the list twice.`
      : pronunciationProblem(entry);
    if (message !== null) return { ok: false, message };
    seen.add(key);
  }
  return { ok: true, list };
}

/** People copy sounds with the slashes or brackets of a dictionary. */
function tidy({ word, respelling = '', ipa = '', language = '' }: Pronunciation): Pronunciation {
  const sounds = ipa.trim().replace(/^[/[]|[/\]]$/g, '');
  const fields = { respelling: oneLine(respelling), ipa: oneLine(sounds), language: language.trim() };
  const given = Object.entries(fields).filter(([, text]) => text !== '');
  return { word: oneLine(word), ...Object.fromEntries(given) };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function pronunciationProblem({ word, respelling, ipa, language }: Pronunciation): string | null {
  const shown = word.slice(0, longestWord);
  if (word === '') return 'An entry of the list has no word.';
  if (word.length > longestWord || !hasSpeech(word))
    return `The word "${shown}" must have at most ${longestWord} characters, and a letter or digit.`;
  if (respelling === undefined && ipa === undefined)
    return `The word "${shown}" needs a respelling, or its sounds in the IPA.`;
  if (respelling !== undefined && (respelling.length > longestSound || !hasSpeech(respelling)))
    return `The respelling of "${shown}" must have at most ${longestSound} characters, and a letter or digit.`;
  if (language !== undefined && !/^[a-z]{2,3}(-[a-z\d]{1,8}){0,3}$/i.test(language))
    return `The language of "${shown}" must be a tag such as de or pt-BR.`;
  return ipa === undefined ? null : ipaProblem(shown, ipa);
}

const hasSpeech = (text: string): boolean => /[\p{L}\p{N}]/u.test(text) && !/[\p{Cc}\p{Cs}]/u.test(text);

function ipaProblem(word: string, ipa: string): string | null {
  if (ipa.length > longestSound) return `The IPA of "${word}" must have at most ${longestSound} characters.`;
  const all = [...normalized(ipa, 'NFD')];
  const wrong = all.find((sign) => !letters.has(sign) && !otherSigns.has(sign));
  if (wrong === undefined)
    return all.some((sign) => letters.has(sign)) ? null : `The IPA of "${word}" has no sound.`;
  const right = instead.get(wrong);
  const hint = right === undefined ? '' : ` Write ${right} if you mean that sign.`;
  const shown = /^\p{M}/u.test(wrong) ? `◌${wrong}` : wrong;
  return `The IPA of "${word}" contains "${shown}", which is not a sign of the IPA.${hint}`;
}
