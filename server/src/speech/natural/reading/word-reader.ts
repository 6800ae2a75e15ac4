import { spellSign } from '../../english/letters.ts';
import { type Endings, stemOfEd, stemOfIng, stemOfS } from './endings.ts';
import { type ByTag, type Following, type Lexicon, wordClass } from './lexicon.ts';

/** Longer names are read like the same word in lower case. */
const longestName = 7;

/** Reads a word by the lexicons, its ending, and the rules for small words. Null if the word is unknown. */
export class WordReader {
  readonly #lexicon: Lexicon;

  readonly #endings: Endings;

  constructor(lexicon: Lexicon, endings: Endings) {
    this.#lexicon = lexicon;
    this.#endings = endings;
  }

  read(written: string, tag: string, stress: number | null, following: Following): string | null {
    const special = this.#special(written, tag, stress, following);
    if (special !== null) return special;
    const lexicon = this.#lexicon;
    const word = this.#usualCase(written, tag, stress, following);
    if (lexicon.knows(word)) return lexicon.read(word, tag, stress, following);
    const possessive = `${word.slice(0, -2)}'s`;
    if (word.endsWith("s'") && lexicon.knows(possessive))
      return lexicon.read(possessive, tag, stress, following);
    if (word.endsWith("'") && lexicon.knows(word.slice(0, -1)))
      return lexicon.read(word.slice(0, -1), tag, stress, following);
    return this.#byEnding(word, tag, stress, following);
  }

  /** Returns the lower-case word if a sentence start or a text in capitals has changed the case of a usual word. */
  #usualCase(word: string, tag: string, stress: number | null, following: Following): string {
    const lower = word.toLowerCase();
    if (word.length < 2 || word === lower || !/^\p{L}+$/u.test(word.replaceAll("'", ''))) return word;
    if (tag === 'NNP' && word.length <= longestName) return word;
    if (word !== word.toUpperCase() && word.slice(1) !== lower.slice(1)) return word;
    const lexicon = this.#lexicon;
    if (lexicon.hasEntry(word)) return word;
    return lexicon.hasEntry(lower) || this.#byEnding(lower, tag, stress, following) !== null ? lower : word;
  }

  #byEnding(word: string, tag: string, stress: number | null, following: Following): string | null {
    const knows = (stem: string) => this.#lexicon.knows(stem);
    const read = (stem: string | null, lift: number | null) =>
      stem === null ? null : this.#lexicon.read(stem, tag, lift, following);
    const s = read(stemOfS(word, knows), stress);
    if (s !== null) return this.#endings.s(s);
    const ed = read(stemOfEd(word, knows), stress);
    if (ed !== null) return this.#endings.ed(ed);
    const ing = read(stemOfIng(word, knows), stress ?? 0.5);
    return ing === null ? null : this.#endings.ing(ing);
  }

  #special(word: string, tag: string, stress: number | null, following: Following): string | null {
    if (word.startsWith(spellSign)) return this.#spelled(word.slice(1));
    return this.#smallWord(word, tag, stress, following);
  }

  /** Words whose sound depends on their tag and on what follows them. */
  #smallWord(word: string, tag: string, stress: number | null, following: Following): string | null {
    const lexicon = this.#lexicon;
    const lower = word.toLowerCase();
    const inCapitals = word.length > 1 && word === word.toUpperCase();
    if (!inCapitals && word.slice(1) !== lower.slice(1)) return null;
    switch (lower) {
      case 'a':
        return tag === 'DT' ? 'ɐ' : 'ˈA';
      case 'i':
        return word === 'I' && tag === 'PRP' ? 'ˌI' : null;
      case 'am':
        if (tag.startsWith('NN')) return lexicon.spell(word);
        return following.vowel === null || word !== 'am' || (stress !== null && stress > 0)
          ? this.#plain('am')
          : 'ɐm';
      case 'an':
        return inCapitals && tag.startsWith('NN') ? lexicon.spell(word) : 'ɐn';
      case 'by':
        return wordClass(tag) === 'ADV' ? 'bˈI' : null;
      case 'to':
        return inCapitals && tag !== 'TO' && tag !== 'IN' ? null : this.#to(following);
      case 'in':
        if (inCapitals && tag === 'NNP') return null;
        return following.vowel === null || tag !== 'IN' ? 'ˈɪn' : 'ɪn';
      case 'the':
        if (inCapitals && tag !== 'DT') return null;
        return following.vowel === true ? 'ði' : 'ðə';
      case 'used':
        return this.#plain('used', (tag === 'VBD' || tag === 'JJ') && following.to ? 'VBD' : 'DEFAULT');
      case 'vs':
      case 'vs.':
        return tag === 'IN' ? lexicon.read('versus', null, null, following) : null;
      default:
        return null;
    }
  }

  #to(following: Following): string | null {
    if (following.vowel === null) return this.#plain('to');
    return following.vowel ? 'tʊ' : 'tə';
  }

  #spelled(word: string): string | null {
    const letters = this.#lexicon.spell(word.replace(/'s$/, ''));
    return letters !== null && word.endsWith("'s") ? this.#endings.s(letters) : letters;
  }

  #plain(word: string, key: keyof ByTag = 'DEFAULT'): string | null {
    const entry = this.#lexicon.checked(word);
    return typeof entry === 'object' ? (entry[key] ?? null) : (entry ?? null);
  }
}
