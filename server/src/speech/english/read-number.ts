import { withoutTrailing } from '@parley/protocol';
import { cardinalWords, digitWords, ordinalWords, yearWords } from './number-words.ts';

const ordinalEndings = ['st', 'nd', 'rd', 'th'];
export const numberEndings = ['ing', "'d", 'ed', "'s", ...ordinalEndings, 's'];
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

/** The words of a number, and the ending that the last one gets, such as "s" in "1990s". */
export type NumberReading = { readonly words: readonly string[]; readonly ending: string };

export const isCurrencySign = (text: string): boolean => coins.has(text);

/** The name of a currency in the plural. */
export const currencyName = (sign: string): string | null => {
  const [unit] = coins.get(sign) ?? [];
  return unit === undefined ? null : `${unit}s`;
};

/** Reads amounts, years, ordinals, versions and money. Null if the text is not a number. */
export function readNumber({ text, currency, isHead }: WrittenNumber): NumberReading | null {
  const unsigned = withoutTrailing(text, endingLetters);
  const ending = text.slice(unsigned.length);
  const isNegative = unsigned.startsWith('-');
  const digits = isNegative ? unsigned.slice(1) : unsigned;
  const isYear = /^\d{4}$/.test(digits) && !isNegative && !coins.has(currency ?? '');
  const isOrdinal = ordinalEndings.includes(ending);
  const words = isYear && !isOrdinal ? year(digits) : amount(digits, isOrdinal, currency, isHead);
  return words === null ? null : { words: isNegative ? ['minus', ...words] : words, ending };
}

function amount(
  digits: string,
  isOrdinal: boolean,
  currency: string | null,
  isHead: boolean,
): readonly string[] | null {
  const plain = digits.replaceAll(',', '');
  if (isOrdinal && /^\d+$/.test(digits)) return ordinal(digits);
  if (!isHead && !digits.includes('.')) return behindLetters(plain);
  const parts = plain.split('.');
  if (parts.length > 2 || !isHead) return parts.flatMap(version);
  const sign = coins.get(currency ?? '');
  if (sign !== undefined && isMoney(plain)) return money(parts, sign);
  if (plain === '') return null;
  if (parts.length < 2) return isOrdinal ? ordinal(plain) : cardinal(plain);
  return decimal(parts[0] ?? '', parts[1] ?? '');
}

export function cardinal(digits: string): string[] {
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
