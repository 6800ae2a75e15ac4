import { normalized, type StatedSounds } from '@parley/protocol';
import { baseOf } from '../script/language-tag.ts';
import { asOne } from '../script/listed-words.ts';
import type { ScriptItem } from '../script/script.ts';
import { mapIpa, type SignTable, signTable } from './map-ipa.ts';
import letters from './respelling-signs.json' with { type: 'json' };

/**
 * Languages that are read as they are written. In English and German every ninth sound and more would be wrong, and the
 * written word is often better.
 */
const tables: ReadonlyMap<string, SignTable> = new Map(
  Object.entries(letters).map(([language, signs]) => [language, signTable(signs)]),
);

/**
 * A script for a voice that reads letters. Stated sounds become the respelling that the list has, or one that is made
 * of the sounds. If there is none, the words are read as they are written. A voice that `takesIpa` gets the sounds with
 * the word.
 */
export function respelled(
  script: readonly ScriptItem[],
  language: string,
  takesIpa: (ipa: string) => boolean = () => false,
): ScriptItem[] {
  return script.map((item) => {
    if (item.kind !== 'words' || item.style.phoneme === undefined) return item;
    const { phoneme, ...style } = item.style;
    const word = asOne(item.words);
    if (phoneme.alphabet === 'ipa' && takesIpa(phoneme.ph))
      return { kind: 'words', words: [{ ...word, ipa: phoneme.ph }], style };
    const written = phoneme.respelling ?? respellingOf(phoneme, language);
    return written === undefined ? item : { kind: 'words', words: [{ ...word, written }], style };
  });
}

/** Undefined if the language is not read as it is written, or has no letters for a sound. */
export function respellingOf({ alphabet, ph }: StatedSounds, language: string): string | undefined {
  const table = tables.get(baseOf(language));
  if (table === undefined || alphabet !== 'ipa') return undefined;
  const sounds = normalized(ph, 'NFD').replaceAll(/[ˈˌː]/g, '');
  const known = new Set(table.flatMap(([sign]) => [...sign]));
  if ([...sounds].some((sign) => /\p{Ll}/u.test(sign) && !known.has(sign))) return undefined;
  return mapIpa(sounds, table)
    .map(({ value }) => value)
    .join('');
}
