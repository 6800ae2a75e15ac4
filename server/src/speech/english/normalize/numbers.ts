import {
  amountText,
  cardinalText,
  cardinalWords,
  digitText,
  groupedText,
  ordinalText,
  yearText,
} from '../number-words.ts';
import tables from '../tables/numbers.json' with { type: 'json' };
import { dateText } from './dates.ts';
import type { Rule } from './mapped-text.ts';
import { after, amount, anyOf, before, pattern, wordAfter } from './patterns.ts';
import { signNames } from './units.ts';

const partNames = [
  '',
  '',
  'half',
  'third',
  'quarter',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
const version = '\\d+(?:\\.\\d+)*';

/** "version 2.10", "v3", "Python 3.12", "1.2.3-beta", "192.168.0.1" */
export const versions: Rule[] = [
  {
    pattern: pattern(`${before}(\\d{1,3}(?:\\.\\d{1,3}){3})(?::(\\d+))?(?![\\p{L}\\p{N}_]|\\.\\d)`),
    rewrite: ([, address = '', port = '']) =>
      address.split('.').map(digitText).join(' dot ') + (port === '' ? '' : ` port ${digitText(port)}`),
  },
  {
    pattern: pattern(`(?<![\\p{L}\\p{N}_])(?:v|V|[vV]er\\.|Ver\\.?) ?(${version})${after}`),
    rewrite: ([, number = '']) => `version ${versionText(number)}`,
  },
  {
    pattern: pattern(
      `(?<![\\p{L}\\p{N}_])((?:${anyOf(tables.versionsAfter)})[ /-])(\\d+(?:\\.\\d+)+)${after}`,
      'giu',
    ),
    rewrite: ([, name = '', number = '']) => `${name.replace(/[/-]$/, ' ')}${versionText(number)}`,
  },
  {
    pattern: pattern(`${before}(\\d+(?:\\.\\d+){2,})(?:-(?=\\p{L}))?(?![\\p{N}_]|\\.\\p{N})`),
    rewrite: ([, number = '']) =>
      /^\d{1,3}(?:\.\d{3})+$/.test(number) ? amountText(number) : `${versionText(number)} `,
  },
];

const versionText = (number: string): string =>
  number
    .split('.')
    .map((part) => cardinalWords(part, 4).join(' '))
    .join(' point ');

/** "3/4", "2 1/2", "4.5/5"; "12/25" is a day. */
export const fractions: Rule[] = [
  {
    pattern: pattern(`${before}(?:(\\d+)(?: |-| and ))?(\\d{1,2})/(\\d{1,2})(?:th|rd|nd)?s?${after}`),
    rewrite: ([found = '', whole = '', above = '', below = ''], at, text) => {
      const [count, parts] = [Number(above), Number(below)];
      const isScore = count === parts || /^(?:stars?|points?)$/.test(wordAfter(text, at + found.length));
      if (isScore && whole === '') return `${cardinalText(count)} out of ${cardinalText(parts)}`;
      const name = partNames[parts] || (below === '12' || below === '16' ? ordinalText(parts) : '');
      if (name !== '' && count > 0 && count < parts)
        return `${whole === '' ? '' : `${cardinalText(whole)} and `}${fractionText(count, name, whole !== '')}`;
      if (whole !== '') return null;
      return dateText(above, below, '') ?? `${cardinalText(count)} slash ${cardinalText(parts)}`;
    },
  },
  {
    pattern: pattern(`${before}(\\d+[.,]\\d+)\\s?/\\s?(\\d+)${after}`),
    rewrite: ([, score = '', of = '']) => `${amountText(score)} out of ${cardinalText(of)}`,
  },
];

function fractionText(count: number, name: string, isPart: boolean): string {
  if (count === 1) return `${isPart ? 'a' : 'one'} ${name}`;
  return `${cardinalText(count)} ${name}s`;
}

/** Before one of these words, four digits are an amount: "1984 items". */
const counted = /^(?:people|children|men|women|percent|million|billion|thousand|[a-z]{2,}[^s']s)$/;

/** What is left: ordinals, ranges, years, amounts. */
export const numbers: Rule[] = [
  {
    pattern: pattern(`${before}(\\d{1,3}(?:,\\d{3})+|\\d{1,12})(?:st|nd|rd|th)(?![\\p{L}\\p{N}_])`),
    rewrite: ([, digits = '']) => ordinalText(digits.replaceAll(',', '').replace(/^0+(?=\d)/, '')),
  },
  // "No. 5", "Nos. 5 and 6"
  {
    pattern: /(?<![\p{L}\p{N}_])(?:No|Nr)(s?)\.\s?(?=\d)/gu,
    rewrite: ([, plural = '']) => `Number${plural} `,
  },
  // "2-3 days", "5 – 10"
  {
    pattern: pattern(
      `${before}(${amount})(?:[-–—]| [-–—] )(?=(?:${amount})(?![\\p{L}\\p{N}_-]|[.,:/]\\p{N}))`,
    ),
    rewrite: ([found = '', low = ''], at, text) =>
      `${numberText(low, wordAfter(text, at + found.length + low.length))} to `,
  },
  {
    pattern: pattern(`(?:(?<![^\\s("'])([-+±~<>])\\s?)?(?<![\\p{N}_])(${amount})(\\+?)`),
    rewrite: ([found = '', sign = '', number = '', plus = ''], at, text) => {
      const end = at + found.length;
      const glued = /^\p{L}/u.test(text.slice(end, end + 2)) ? ' ' : '';
      const gluedBefore = /\p{L}$/u.test(text.slice(Math.max(0, at - 2), at)) ? ' ' : '';
      return `${gluedBefore}${signNames[sign] ?? ''}${numberText(number, wordAfter(text, end))}${plus === '' ? '' : ' plus'}${glued}`;
    },
  },
];

function numberText(number: string, next: string): string {
  if (/^0\d/.test(number))
    return /\D/.test(number) ? number.split(/\D/).map(digitText).join(' point ') : groupedText(number);
  if (/^(?:1\d|20)\d[1-9]$|^(?:1[1-9]|20)\d0$/.test(number) && !counted.test(next)) return yearText(number);
  if (/^\d{7,}$/.test(number) && !number.endsWith('000') && !counted.test(next)) return groupedText(number);
  return amountText(number);
}
