import { addresses } from './addresses.ts';
import { abbreviationRule, amount, anyOf, dateText, freeAfter, type Rule } from './normalize/index.ts';
import { telephoneWords } from './say-as.ts';
import { normalizerData, slashed } from './tables.ts';

const currencies = Object.keys(normalizerData.currency).filter((sign) => sign !== '¢');

/** What the package of the natural voice misreads or spells. These rules come before the package's. */
export const firstRules: readonly Rule[] = [
  addresses,
  abbreviationRule(slashed),
  // "3pm" and "9 a.m."
  {
    pattern: /(?<![\p{L}\p{N}_:])(\d{1,2})\s*([ap])\.?m(?![\p{L}\p{N}_])\.?/giu,
    rewrite: ([, hour, half = '']) => `${hour} ${half.toUpperCase()}.M`,
  },
  // "25.12.2023" has the day first.
  {
    pattern: /(?<![\p{L}\p{N}_.])(\d{1,2})([.-])(\d{1,2})\2(\d{4})(?![\p{L}\p{N}_])/gu,
    rewrite: ([, day, , month, year = '']) => dateText(month, day, year),
  },
  // "+1-555-123-4567"
  {
    pattern: /(?<![\p{L}\p{N}_])\+\d[\d\-().]{6,}/gu,
    rewrite: ([number = '']) => telephoneWords(number).join(' '),
  },
  // "-$3"
  { pattern: /(?<![\p{L}\p{N}_])-(?=[$£€]\d)/gu, rewrite: () => 'minus ' },
  // "20 EUR" is "EUR20", which the rules for money read.
  {
    // slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
    pattern: new RegExp(`(?<![\\d.,])(${amount})\\s*(${anyOf(currencies)})${freeAfter}`, 'gu'),
    rewrite: ([, number = '', sign = '']) => sign + number,
  },
  // "5-10%"
  { pattern: /(?<=\d)\s*[-–]\s*(?=\d+(?:\.\d+)?%)/gu, rewrite: () => ' to ' },
];
