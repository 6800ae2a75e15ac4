import { cardinalText, digitText, groupedText, houseText } from '../number-words.ts';
import tables from '../tables/numbers.json' with { type: 'json' };
import { spell } from './known-words.ts';
import type { Rule } from './mapped-text.ts';
import { anyOf, pattern } from './patterns.ts';

const free = '(?<![\\p{L}\\p{N}_]|[\\p{N}\\p{L}][-./])';
const end = '(?![\\p{L}\\p{N}_])';
const link = '(?:\\s(?:number|numbers|no\\.?|nr\\.?|code|id|is|was|of)){0,3}[:.]?\\s?#?';

/** Account and card numbers. */
export const accounts: Rule[] = [
  // "DE89 3704 0044 0532 0130 00"
  {
    pattern: pattern(`${free}([A-Z]{2}\\d{2}(?: ?[A-Z\\d]{4}){2,7}(?: ?[A-Z\\d]{1,3})?)${end}`),
    rewrite: ([, iban = '']) =>
      (iban.replaceAll(' ', '').match(/.{1,4}/g) ?? []).map((group) => codeText(group, true)).join(', '),
  },
  // "4111 1111 1111 1111", "1Z 999 …": four groups of digits
  {
    pattern: pattern(`${free}(\\d{4}(?:[ -]\\d{4}){2,4}|\\d{4}(?:[ -]\\d{6})[ -]\\d{5})${end}`),
    rewrite: ([, groups = '']) => groups.split(/[ -]/).map(digitText).join(', '),
  },
];

/** Postal codes and house numbers. */
export const postalCodes: Rule[] = [
  // "SW1A 1AA", "K1A 0B1"
  {
    pattern: pattern(`${free}([A-Z]{1,2}\\d[A-Z\\d]? \\d[A-Z]{2}|[A-Z]\\d[A-Z] \\d[A-Z]\\d)${end}`),
    rewrite: ([, code = '']) =>
      code
        .split(' ')
        .map((group) => codeText(group, true))
        .join(', '),
  },
  // "CA 90210", "NY 10001-1234"
  {
    pattern: pattern(`(?<=(?:^|[\\s,])(?:${anyOf(tables.states)}),?\\s)(\\d{5})(?:-(\\d{4}))?${end}`),
    rewrite: ([, code = '', more = '']) => digitText(code) + (more === '' ? '' : `, ${digitText(more)}`),
  },
  // "1600 Pennsylvania Avenue"
  {
    pattern: pattern(
      `${free}(\\d{3,5})(?=\\s(?:[NSEW]\\.? )?(?:\\p{Lu}[\\p{L}']+\\s|\\d{1,3}(?:st|nd|rd|th) ){1,3}(?:${anyOf(tables.streets)})(?![\\p{L}\\p{N}_]))`,
    ),
    rewrite: ([, digits = '']) => houseText(digits),
  },
  // "Hauptstraße 5, 10115 Berlin", "1012 AB Amsterdam"
  {
    pattern: /(?<=,\s)(?:[A-Z]{1,2}-)?(\d{4,5})( [A-Z]{2})?(?= \p{Lu}\p{Ll})/gu,
    rewrite: ([, code = '', letters = '']) =>
      digitText(code) + (letters === '' ? '' : ` ${spell(letters.trim())}`),
  },
];

/** Numbers that are not amounts: PINs, order numbers, names with letters and digits. */
export const codes: Rule[] = [
  // "PIN 0042", "order number 10045", "ending in 4242"
  {
    pattern: pattern(
      `(?<![\\p{L}\\p{N}_])((?:${anyOf(tables.digitsAfter)})${link}\\s?)((?:\\d{3,}|0\\d+)(?:[ -]\\d{2,})*)(?![\\p{L}\\p{N}_]|[.,]\\d)`,
      'giu',
    ),
    rewrite: ([, cue = '', digits = '']) =>
      `${cue.replace('#', ' number ')} ${/\D/.test(digits) ? digits.split(/\D/).map(digitText).join(', ') : groupedText(digits)}`,
  },
  // "room 101", "flight 447", "Office 365"
  {
    pattern: pattern(
      `(?<![\\p{L}\\p{N}_])((?:${anyOf(tables.houseAfter)})${link}\\s?)(\\d{3,4})(?![\\p{L}\\p{N}_]|[.,]\\d)`,
      'giu',
    ),
    rewrite: ([, cue = '', digits = '']) => `${cue.replace('#', ' number ')} ${houseText(digits)}`,
  },
  // "#10045"
  {
    pattern: pattern(`(?<![\\p{L}\\p{N}_])(?:#|№ ?)(\\d+)${end}`),
    rewrite: ([, digits = '']) => `number ${digits.length < 4 ? cardinalText(digits) : groupedText(digits)}`,
  },
  // "INV-2024-0042", "A4", "XK7-29B", "B52", "UTF-8", "GPT-4"
  {
    pattern: pattern(
      `${free}(?=[A-Za-z-]{0,12}\\d)(?=[\\d-]{0,12}[A-Za-z])(?!\\d+(?:st|nd|rd|th)${end})([A-Z\\d]+(?:-[A-Z\\d]+){0,5})(s?)${end}`,
    ),
    rewrite: ([, code = '', plural = '']) => {
      const groups = code.split('-');
      const isLong = groups.length > 2 || groups.some((group) => /\d{4}|\d[A-Z]+\d/.test(group));
      const between = isLong && groups.length > 1 ? ', ' : ' ';
      return groups.map((group) => codeText(group, isLong)).join(between) + plural;
    },
  },
  // "iPhone15", "Windows11", "COVID-19", "shop24"
  {
    pattern: /(?<=\p{L}\p{Ll})-?(\d{1,4})(?![\p{L}\p{N}_]|[.,-]\p{N})/gu,
    rewrite: ([, digits = '']) => ` ${digits.length < 3 ? cardinalText(digits) : houseText(digits)}`,
  },
];

/** A group of letters and digits. In a long code, every digit is said. */
function codeText(group: string, isLong: boolean): string {
  return (group.match(/[A-Z]+|\d+/g) ?? [])
    .map((part) => {
      if (/^[A-Z]/.test(part)) return spell(part);
      return isLong || part.length > 4 || part.startsWith('0') ? digitText(part) : houseText(part);
    })
    .join(' ');
}
