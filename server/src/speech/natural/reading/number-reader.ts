import { withoutTrailing } from '@parley/protocol';
import { cardinalWords, digitWords, ordinalWords, yearWords } from '../../english/number-words.ts';
import type { Endings } from './endings.ts';
import type { Lexicon } from './lexicon.ts';

const ordinalEndings = ['st', 'nd', 'rd', 'th'];
const numberEndings = ['ing', "'d", 'ed', "'s", ...ordinalEndings, 's'];
const endingLetters = "abcdefghijklmnopqrstuvwxyz'";
/** The largest number that has a name. Longer ones are read digit by digit. */
const mostDigits = 36;

const coins: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['$', ['dollar', 'cent']],
  ['£', ['pound', 'pence']],
  ['€', ['euro', 'cent']],
]);

/** A written number: `currency` is the sign before it, `isHead` says that it starts its word. */
export type WrittenNumber = {
  readonly text: string;
  readonly currency: string | null;
  readonly isHead: boolean;
};

export function isCurrencySign(text: string): boolean {
  return coins.has(text);
}

/** Whether a word is a number, maybe with an ending: "5", "1,000", "1990s", "21st". */
export function isNumber(word: string, isHead: boolean): boolean {
  if (!/\d/.test(word)) return false;
  const ending = numberEndings.find((one) => word.endsWith(one)) ?? '';
  const number = word.slice(0, word.length - ending.length);
  return (isHead ? /^-?[\d,.]*$/ : /^[\d,.]*$/).test(number);
}

/** Reads numbers: amounts, years, ordinals, versions and money. */
export class NumberReader {
  readonly #lexicon: Lexicon;

  readonly #endings: Endings;

  constructor(lexicon: Lexicon, endings: Endings) {
    this.#lexicon = lexicon;
    this.#endings = endings;
  }

  read(number: WrittenNumber): string | null {
    const unsigned = withoutTrailing(number.text, endingLetters);
    const ending = number.text.slice(unsigned.length);
    const isNegative = unsigned.startsWith('-');
    const digits = isNegative ? unsigned.slice(1) : unsigned;
    const words = this.#words(digits, ending, number, isNegative);
    if (words === null) return null;
    const spoken = [...(isNegative ? ['minus'] : []), ...words].map((word) => this.#say(word));
    const phonemes = spoken.filter((one) => one !== null).join(' ');
    if (phonemes === '') return null;
    if (ending === 's' || ending === "'s") return this.#endings.s(phonemes);
    if (ending === 'ed' || ending === "'d") return this.#endings.ed(phonemes);
    return ending === 'ing' ? this.#endings.ing(phonemes) : phonemes;
  }

  /** Adds the name of the currency to an amount that was already read. */
  withCurrency(phonemes: string, sign: string | null): string {
    const [unit] = coins.get(sign ?? '') ?? [];
    const name = unit === undefined ? null : this.#say(`${unit}s`);
    return name === null ? phonemes : `${phonemes} ${name}`;
  }

  #words(
    digits: string,
    ending: string,
    { currency, isHead }: WrittenNumber,
    isNegative: boolean,
  ): string[] | null {
    const isWhole = /^\d+$/.test(digits);
    const isOrdinal = ordinalEndings.includes(ending);
    const sign = coins.get(currency ?? '');
    const plain = digits.replaceAll(',', '');
    if (isWhole && isOrdinal) return ordinal(digits);
    if (isWhole && !isNegative && digits.length === 4 && sign === undefined) return year(digits);
    if (!isHead && !digits.includes('.')) return behindLetters(plain);
    const parts = plain.split('.');
    if (parts.length > 2 || !isHead) return parts.flatMap(version);
    if (sign !== undefined && isMoney(plain)) return money(parts, sign);
    if (plain === '') return null;
    if (parts.length < 2) return isOrdinal ? ordinal(plain) : cardinal(plain);
    return decimal(parts[0] ?? '', parts[1] ?? '');
  }

  #say(word: string): string | null {
    if (word === 'point') return this.#lexicon.read(word, null, -2, null);
    if (word === 'O') return this.#lexicon.read(word, null, -2, null);
    const known = this.#lexicon.read(word, null, null, null);
    const singular =
      word.endsWith('s') && !this.#lexicon.hasEntry(word)
        ? this.#lexicon.read(word.slice(0, -1), null, null, null)
        : null;
    return singular === null ? known : this.#endings.s(singular);
  }
}

function cardinal(digits: string): string[] {
  const number = digits.replace(/^0+(?=\d)/, '');
  return number.length > mostDigits ? digitWords(number) : cardinalWords(number, mostDigits);
}

function ordinal(digits: string): string[] {
  const number = digits.replace(/^0+(?=\d)/, '');
  return number.length > mostDigits ? digitWords(number) : ordinalWords(number);
}

function year(digits: string): string[] {
  if (!digits.startsWith('0')) return yearWords(digits);
  const century = digits.slice(0, 2);
  const rest = digits.slice(2);
  if (century === '00') return cardinal(digits);
  if (rest === '00') return [...cardinal(century), 'hundred'];
  return [...cardinal(century), ...(rest.startsWith('0') ? ['oh'] : []), ...cardinal(rest)];
}

/** A number inside a word, such as "B52": three digits are read like a house number, more digits one by one. */
function behindLetters(digits: string): string[] {
  if (digits === '') return [];
  if (digits.startsWith('0') || digits.length > 3) return digitWords(digits);
  if (digits.length < 3 || digits.endsWith('00')) return cardinal(digits);
  const tail = digits.slice(1);
  return [
    ...cardinal(digits.slice(0, 1)),
    ...(tail.startsWith('0') ? ['O', ...cardinal(tail.slice(1))] : cardinal(tail)),
  ];
}

/** One part of a version or an address: "10" is ten, "123" is one two three, "100" is a hundred. */
function version(part: string): string[] {
  if (part === '') return [];
  const inDigits = part.startsWith('0') || (part.length !== 2 && /[1-9]/.test(part.slice(1)));
  return inDigits ? digitWords(part) : cardinal(part);
}

function isMoney(number: string): boolean {
  const [, cents] = number.split('.');
  return cents === undefined || cents.length < 3 || /^0+$/.test(cents);
}

function money(parts: readonly string[], [unit, coin]: readonly [string, string]): string[] {
  const [whole = '0', cents = '0'] = parts.map((part) => part.replace(/^0+(?=\d)/, '') || '0');
  const named = (number: string, name: string) => [
    ...cardinal(number),
    number === '1' || name === 'pence' ? name : `${name}s`,
  ];
  if (/^0+$/.test(cents)) return named(whole, unit);
  if (whole === '0') return named(cents, coin);
  return [...named(whole, unit), 'and', ...named(cents, coin)];
}

function decimal(whole: string, fraction: string): string[] {
  const shown = withoutTrailing(fraction, '0');
  if (whole === '') return ['point', ...digitWords(fraction)];
  return shown === '' ? cardinal(whole) : [...cardinal(whole), 'point', ...digitWords(shown)];
}
