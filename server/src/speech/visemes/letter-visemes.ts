import { normalized, type VisemeName } from '@parley/protocol';
import { type WeightedViseme, weightOf } from './ipa.ts';
import table from './letter-shapes.json' with { type: 'json' };

type Shapes = Readonly<Record<string, VisemeName>>;

/** Letters that make one sound together, in the spelling of most languages with Latin letters. Longer ones are first. */
const groups = Object.entries(table.groups as Shapes);
const letterShapes: ReadonlyMap<string, VisemeName> = new Map(Object.entries(table.letters as Shapes));

/** The visemes of a digit: it is a whole word when it is spoken. */
const figure: readonly VisemeName[] = ['SS', 'E', 'nn'];
/** For scripts that are not known letter by letter: the mouth opens and closes. */
const syllable: readonly VisemeName[] = ['DD', 'aa'];

export type LetterViseme = WeightedViseme & { readonly from: number; readonly to: number };

/** The probable visemes for a written word, with the letters that each one stands for. */
export function visemesOfLetters(word: string): LetterViseme[] {
  const found: LetterViseme[] = [];
  const characters = [...word];
  for (let index = 0, at = 0; index < characters.length; ) {
    const character = characters[index] ?? '';
    const letter = plainLetter(character);
    const group = /^[a-z]$/.test(letter) ? groupAt(characters, index) : undefined;
    const taken = group === undefined ? 1 : group[0].length;
    const length = characters.slice(index, index + taken).join('').length;
    for (const viseme of group === undefined ? shapesOf(letter, character) : [group[1]]) {
      found.push({ viseme, weight: weightOf(viseme), from: at, to: at + length });
    }
    index += taken;
    at += length;
  }
  return withoutSilentEnd(found, word);
}

function shapesOf(letter: string, character: string): readonly VisemeName[] {
  const shape = letterShapes.get(letter);
  if (shape !== undefined) return [shape];
  if (/\p{N}/u.test(character)) return figure;
  return /\p{L}/u.test(character) ? syllable : [];
}

function groupAt(characters: readonly string[], index: number) {
  const ahead = characters
    .slice(index, index + 4)
    .join('')
    .toLowerCase();
  return groups.find(([letters]) => ahead.startsWith(letters));
}

function plainLetter(character: string): string {
  return normalized(character, 'NFD').charAt(0).toLowerCase();
}

/** The E at the end of most English words is silent. */
function withoutSilentEnd(found: LetterViseme[], word: string): LetterViseme[] {
  return found.length > 2 && /[^aeiou]e$/i.test(word) ? found.slice(0, -1) : found;
}
