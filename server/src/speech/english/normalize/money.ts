import { amountText, cardinalText, decimalWords, isOne, plainAmount } from '../number-words.ts';
import tables from '../tables/money.json' with { type: 'json' };
import type { Rule } from './mapped-text.ts';
import { amount, anyOf, dash, pattern, wordAfter, wordBefore } from './patterns.ts';

/** The names of a currency, one and many, and of its coins. */
type Currency = readonly [one: string, many: string, coin?: string, coins?: string];

const currencies = new Map(Object.entries(tables.currencies as unknown as Record<string, Currency>));
const scales: ReadonlyMap<string, string> = new Map(Object.entries(tables.scales));
const signs = [...currencies.keys()];
const signBefore = anyOf(signs.filter((sign) => !tables.onlyBehind.includes(sign)));
const signBehind = anyOf(signs.filter((sign) => !tables.onlyBefore.includes(sign)));
/** A sum, maybe with a dash in place of its cents: "5,-". */
const sum = `(${amount})(?:[.,][-–—])?(?:\\s?(${anyOf([...scales.keys()])})(?![\\p{L}\\p{N}_]))?`;
const range = (sign: string) => `(?:${dash}(?:${sign})?\\s?${sum})?`;
const free = '(?<![\\p{L}\\p{N}_$£€.,])';

/** Prices: the sign before or behind, with scales, as ranges, with English and European separators. */
export const money: Rule[] = [
  // "-$3"
  {
    pattern: /(?<![\p{L}\p{N}_])([-+])(?=[$£€]\d)/gu,
    rewrite: ([, sign]) => (sign === '-' ? 'minus ' : 'plus '),
  },
  {
    pattern: pattern(`${free}(${signBefore})\\s?${sum}${range(signBefore)}(?!\\p{N}|[.,]\\p{N})`),
    rewrite: ([found = '', sign = '', ...sums], at, text) => moneyText(sign, sums, found, at, text),
  },
  {
    pattern: pattern(`${free}${sum}${range('')}\\s?(${signBehind})(?![\\p{L}\\p{N}_])`),
    rewrite: ([found = '', low = '', lowScale = '', high = '', highScale = '', sign = ''], at, text) =>
      moneyText(sign, [low, lowScale, high, highScale], found, at, text),
  },
];

/** After one of these words a sum belongs to the next noun: "a $20 gift card". */
const articles: ReadonlySet<string> = new Set(['a', 'an', 'another']);
const notNouns: ReadonlySet<string> = new Set(
  'per a an and or for in on to from with at of each every is was plus more less extra off'.split(' '),
);

function moneyText(
  sign: string,
  [low = '', lowScale = '', high = '', highScale = '']: readonly string[],
  found: string,
  at: number,
  text: string,
): string {
  const currency = currencies.get(sign);
  if (currency === undefined) return found;
  const next = wordAfter(text, at + found.length);
  const isAdjective = articles.has(wordBefore(text, at)) && next !== '' && !notNouns.has(next);
  if (high === '') return sumText(low, lowScale, currency, isAdjective);
  const hasCoins = [low, high].some((one) => plainSum(one).includes('.')) && highScale === '';
  if (hasCoins) return `${sumText(low, lowScale, currency)} to ${sumText(high, highScale, currency)}`;
  return `${scaled(low, lowScale)} to ${scaled(high, highScale)} ${currency[1]}`;
}

function sumText(written: string, scale: string, currency: Currency, isAdjective = false): string {
  const [one, many, coin, coins = coin] = currency;
  const number = plainSum(written);
  if (isAdjective && !number.includes('.')) return `${scaled(written, scale)} ${one}`;
  const [whole = '0', cents = ''] = number.split('.');
  if (scale !== '' || coin === undefined || cents.length > 2)
    return `${scaled(written, scale)} ${isOne(number) && scale === '' ? one : many}`;
  const named = (count: string, single: string, plural = single) =>
    `${cardinalText(count)} ${count === '1' ? single : plural}`;
  const coinCount = cents.length === 1 ? `${cents}0` : cents.replace(/^0(?=\d)/, '');
  if (Number(cents) === 0) return named(whole, one, many);
  if (Number(whole) === 0) return named(coinCount, coin, coins);
  return `${named(whole, one, many)} and ${named(coinCount, coin, coins)}`;
}

const scaled = (written: string, scale: string): string =>
  `${decimalWords(plainSum(written)).join(' ')}${scale === '' ? '' : ` ${scales.get(scale)}`}`;

/** In a sum, three digits after a single full stop are thousands: "€1.500". */
const plainSum = (written: string): string =>
  /^\d{1,3}\.\d{3}$/.test(written) ? written.replace('.', '') : plainAmount(written);

/** "2.5M users", "10k views": a scale without a currency, before things that are counted. */
export const scaledCounts: Rule = {
  pattern: pattern(
    `(?<![\\p{L}\\p{N}_.,])(${amount})\\s?(k|K|M|mn|bn)(\\+?)(?=\\s\\p{Ll}+s(?![\\p{L}\\p{N}_]))`,
  ),
  rewrite: ([, number = '', scale = '', plus = '']) =>
    `${amountText(number)} ${scales.get(scale)}${plus === '' ? '' : ' plus'}`,
};
