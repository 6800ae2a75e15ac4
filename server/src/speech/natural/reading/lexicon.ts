import { primaryStress, secondaryStress, withStress } from './phonemes.ts';

/** What follows a word: its first sound decides how "the", "to" and "in" are read. */
export type Following = {
  /** Whether a vowel follows; null at a pause and at the end. */
  readonly vowel: boolean | null;
  /** Whether the next word is "to". */
  readonly to: boolean;
};

/** Pronunciations of a word by its part of speech. `null` means that the word is spelled. */
export type ByTag = Readonly<Record<string, string | null>>;
export type Entries = ReadonlyMap<string, string | ByTag>;

const asciiLetters = /^[A-Za-z]+$/;

/** The checked dictionary and the larger unchecked one. */
export class Lexicon {
  readonly #checked: Entries;
  readonly #unchecked: Entries;

  constructor(checked: Entries, unchecked: Entries) {
    this.#checked = checked;
    this.#unchecked = unchecked;
  }

  /** An entry of the checked dictionary. */
  checked(word: string): string | ByTag | undefined {
    return find(this.#checked, word);
  }

  hasEntry(word: string): boolean {
    return find(this.#checked, word) !== undefined || find(this.#unchecked, word) !== undefined;
  }

  /** Whether `read` returns a pronunciation. */
  knows(word: string): boolean {
    if (this.hasEntry(word)) return true;
    if (!asciiLetters.test(word)) return false;
    if (word.length === 1) return true;
    if (word === word.toUpperCase() && find(this.#checked, word.toLowerCase()) !== undefined) return true;
    return word.slice(1) === word.slice(1).toUpperCase();
  }

  read(word: string, tag: string | null, stress: number | null, following: Following | null): string | null {
    let entry = word;
    let isName = false;
    if (word === word.toUpperCase() && find(this.#checked, word) === undefined) {
      entry = word.toLowerCase();
      isName = tag === 'NNP';
    }
    const found = find(this.#checked, entry) ?? (isName ? undefined : find(this.#unchecked, entry));
    const phonemes = typeof found === 'object' ? choose(found, tag, following) : (found ?? null);
    if (phonemes === null || (isName && !phonemes.includes(primaryStress))) {
      const spelled = this.spell(entry);
      if (spelled !== null) return spelled;
    }
    return phonemes === null ? null : withStress(phonemes, stress);
  }

  /** The names of the letters, with the stress on the last one. */
  spell(word: string): string | null {
    const names: string[] = [];
    for (const character of word) {
      if (!/\p{L}/u.test(character)) continue;
      const name = find(this.#checked, character.toUpperCase());
      if (typeof name !== 'string') return null;
      names.push(name);
    }
    if (names.length === 0) return null;
    const light = withStress(names.join(''), 0);
    const last = light.lastIndexOf(secondaryStress);
    return last === -1 ? light : light.slice(0, last) + primaryStress + light.slice(last + 1);
  }
}

/** A lower-case entry is also used for the word with a capital letter, and the other way round. */
function find(entries: Entries, word: string): string | ByTag | undefined {
  const own = entries.get(word);
  if (own !== undefined || word.length < 2) return own;
  const lower = word.toLowerCase();
  const capital = lower.charAt(0).toUpperCase() + lower.slice(1);
  if (word === capital && word !== lower) return entries.get(lower);
  if (word === lower && word !== capital) return entries.get(capital);
  return undefined;
}

function choose(byTag: ByTag, tag: string | null, following: Following | null): string | null {
  let key = tag ?? '';
  if (following !== null && following.vowel === null && 'None' in byTag) key = 'None';
  else if (!(key in byTag)) key = wordClass(key);
  const chosen = byTag[key];
  return chosen === undefined ? (byTag.DEFAULT ?? null) : chosen;
}

/** The word class of a Penn Treebank tag. */
export function wordClass(tag: string): string {
  if (tag.startsWith('VB')) return 'VERB';
  if (tag.startsWith('NN')) return 'NOUN';
  if (tag.startsWith('RB') || tag.startsWith('ADV')) return 'ADV';
  if (tag.startsWith('JJ') || tag.startsWith('ADJ')) return 'ADJ';
  return tag;
}
