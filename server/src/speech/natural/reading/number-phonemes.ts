import { currencyName, numberEndings, readNumber, type WrittenNumber } from '../../english/read-number.ts';
import type { Endings } from './endings.ts';
import type { Lexicon } from './lexicon.ts';

/** Whether a word is a number, maybe with an ending: "5", "1,000", "1990s", "21st". */
export function isNumber(word: string, isHead: boolean): boolean {
  if (!/\d/.test(word)) return false;
  const ending = numberEndings.find((one) => word.endsWith(one)) ?? '';
  const number = word.slice(0, word.length - ending.length);
  return (isHead ? /^-?[\d,.]*$/ : /^[\d,.]*$/).test(number);
}

/** The phonemes of numbers. */
export class NumberReader {
  readonly #lexicon: Lexicon;

  readonly #endings: Endings;

  constructor(lexicon: Lexicon, endings: Endings) {
    this.#lexicon = lexicon;
    this.#endings = endings;
  }

  read(number: WrittenNumber): string | null {
    const { words = [], ending } = readNumber(number) ?? {};
    const spoken = words.map((word) => this.#say(word));
    const phonemes = spoken.filter((one) => one !== null).join(' ');
    if (phonemes === '') return null;
    if (ending === 's' || ending === "'s") return this.#endings.s(phonemes);
    if (ending === 'ed' || ending === "'d") return this.#endings.ed(phonemes);
    return ending === 'ing' ? this.#endings.ing(phonemes) : phonemes;
  }

  /** Adds the name of the currency to an amount that was already read. */
  withCurrency(phonemes: string, sign: string | null): string {
    const currency = currencyName(sign ?? '');
    const name = currency === null ? null : this.#say(currency);
    return name === null ? phonemes : `${phonemes} ${name}`;
  }

  #say(word: string): string | null {
    if (word === 'point' || word === 'O') return this.#lexicon.read(word, null, -2, null);
    const known = this.#lexicon.read(word, null, null, null);
    const singular =
      word.endsWith('s') && !this.#lexicon.hasEntry(word)
        ? this.#lexicon.read(word.slice(0, -1), null, null, null)
        : null;
    return singular === null ? known : this.#endings.s(singular);
  }
}
