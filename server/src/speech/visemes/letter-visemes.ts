import { normalized, type VisemeName, withoutTrailing } from '@parley/protocol/wire';
import { type WeightedViseme, weightOf } from './ipa.ts';
import languageTable from './language-shapes.json' with { type: 'json' };
import table from './letter-shapes.json' with { type: 'json' };

type Shapes = Readonly<Record<string, VisemeName>>;

/** How letters become visemes. Longer groups are first. A group without a shape is silent. */
type Spelling = {
  readonly groups: readonly (readonly [letters: string, shape: VisemeName | ''])[];
  /** Letters at the end of a word that are not heard. */
  readonly silentEnd: RegExp;
};

/** The spelling of English, which also fits most other languages with Latin letters. */
const letterShapes: ReadonlyMap<string, VisemeName> = new Map(Object.entries(table.letters as Shapes));
const usual: Spelling = {
  groups: Object.entries(table.groups as Shapes),
  silentEnd: /[^aeiou]e$/i,
};
const silentEnds: Readonly<Record<string, RegExp>> = { fr: /[^aeiou](?:e|es|ent)$|[^s]s$|[tdxpz]$/i };
const spellings = new Map(
  Object.entries(languageTable).map(([language, groups]): [string, Spelling] => [
    language,
    {
      // Groups of the language come first, among them single letters.
      groups: Object.entries(groups as Readonly<Record<string, VisemeName | ''>>),
      silentEnd: silentEnds[language] ?? /$^/,
    },
  ]),
);

/** The visemes of a digit: it is a whole word when it is spoken. */
const figure: readonly VisemeName[] = ['SS', 'E', 'nn'];
/** For scripts that are not known letter by letter: the mouth opens and closes. */
const syllable: readonly VisemeName[] = ['DD', 'aa'];

export type LetterViseme = WeightedViseme & { readonly from: number; readonly to: number };

/** The probable visemes for a written word, with the letters that each one stands for. */
export function visemesOfLetters(word: string, language = 'en'): LetterViseme[] {
  const spelling = spellings.get(language.slice(0, 2)) ?? usual;
  const found: LetterViseme[] = [];
  const characters = [...word];
  for (let index = 0, at = 0; index < characters.length; ) {
    const character = characters[index] ?? '';
    const letter = plainLetter(character);
    const group = /^[a-z]$/.test(letter) ? groupAt(spelling, characters, index) : undefined;
    const taken = group === undefined ? 1 : group[0].length;
    const length = characters.slice(index, index + taken).join('').length;
    for (const viseme of group === undefined ? shapesOf(letter, character) : [group[1]]) {
      if (viseme === '') continue;
      found.push({ viseme, weight: weightOf(viseme), from: at, to: at + length });
    }
    index += taken;
    at += length;
  }
  return withoutSilentEnd(found, word, spelling);
}

function shapesOf(letter: string, character: string): readonly VisemeName[] {
  const shape = letterShapes.get(letter);
  if (shape !== undefined) return [shape];
  if (/\p{N}/u.test(character)) return figure;
  return /\p{L}/u.test(character) ? syllable : [];
}

function groupAt({ groups }: Spelling, characters: readonly string[], index: number) {
  const ahead = characters
    .slice(index, index + 4)
    .join('')
    .toLowerCase();
  return groups.find(([letters]) => ahead.startsWith(letters));
}

function plainLetter(character: string): string {
  return normalized(character, 'NFD').charAt(0).toLowerCase();
}

function withoutSilentEnd(found: LetterViseme[], word: string, { silentEnd }: Spelling): LetterViseme[] {
  return found.length > 2 && silentEnd.test(withoutTrailing(word, ',.;:!?…)')) ? found.slice(0, -1) : found;
}
