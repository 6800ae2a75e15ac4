import { cardinalText, ordinalText } from '../number-words.ts';
import type { Rule } from './mapped-text.ts';
import { anyOf, freeAfter } from './patterns.ts';

export const monthNames =
  'January February March April May June July August September October November December'.split(' ');
const centuryTurn = 30;

/** "9:30 am" is "nine thirty A.M." */
export const times: Rule = {
  pattern:
    /(?<![\p{L}\p{N}_])(\d{1,2}):(\d{2})(?!\d)(?::(\d{2})(?!\d))?(?:\s*([ap])\.?m(?![\p{L}\p{N}_])\.{0,2})?/giu,
  rewrite: ([, hour = '', minute = '', second = '', half = '']) => {
    if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 59) return null;
    const words = [cardinalText(Number(hour))];
    if (minute !== '00')
      words.push(Number(minute) < 10 ? `oh ${cardinalText(Number(minute))}` : cardinalText(Number(minute)));
    else if (second === '' && half === '') words.push("o'clock");
    if (second !== '')
      words.push(`and ${cardinalText(Number(second))} second${Number(second) === 1 ? '' : 's'}`);
    if (half !== '') words.push(`${half.toUpperCase()}.M.`);
    return words.join(' ');
  },
};

/** Rules for dates. `months` has the short names. */
export function dateRules(months: Readonly<Record<string, string>>): Rule[] {
  const names = new Map(
    Object.entries(months).map(([short, name]) => [short.charAt(0).toUpperCase() + short.slice(1), name]),
  );
  names.set('Sept', 'September');
  for (const name of monthNames) names.set(name, name);
  const anyMonth = anyOf([...names.keys()]);
  return [
    {
      pattern: /(?<![\p{L}\p{N}_])(\d{4})-(\d{2})-(\d{2})(?![\p{L}\p{N}_])/gu,
      rewrite: ([, year = '', month, day]) => dateText(month, day, year),
    },
    {
      pattern: /(?<![\p{L}\p{N}_])(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?![\p{L}\p{N}_])/gu,
      rewrite: ([, first, second, year = '']) =>
        dateText(first, second, fullYear(year)) ?? dateText(second, first, fullYear(year)),
    },
    {
      // slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
      pattern: new RegExp(
        `(?<![\\p{L}\\p{N}_])(${anyMonth})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?${freeAfter}(?!%)`,
        'gu',
      ),
      rewrite: ([, month = '', day]) =>
        isDay(day) ? `${names.get(month)} ${ordinalText(Number(day))}` : null,
    },
    {
      // slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
      pattern: new RegExp(`(?<![\\p{L}\\p{N}_])(?:the )?(\\d{1,2})\\s+(${anyMonth})${freeAfter}\\.?`, 'gu'),
      rewrite: ([, day, month = '']) =>
        isDay(day) ? `the ${ordinalText(Number(day))} of ${names.get(month)}` : null,
    },
  ];
}

const partNames = ['', '', '', 'third', 'quarter', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** "3/4" is a fraction, "12/25" a day, "24/7" neither. */
export const fractions: Rule = {
  pattern: /(?<![\p{L}\p{N}_./])(\d{1,2})\/(\d{1,2})(?![\p{L}\p{N}_./])/gu,
  rewrite: ([, above = '', below = '']) => {
    const [count, parts] = [Number(above), Number(below)];
    if (count === 1 && parts === 2) return 'one half';
    const name = partNames[parts];
    if (name !== undefined && name !== '' && count > 0 && count < parts)
      return `${count} ${name}${count === 1 ? '' : 's'}`;
    return dateText(above, below, '') ?? `${count} slash ${parts}`;
  },
};

export function dateText(month: string | undefined, day: string | undefined, year: string): string | null {
  const name = monthNames[Number(month) - 1];
  if (name === undefined || !isDay(day)) return null;
  return `${name} ${ordinalText(Number(day))}${year === '' ? '' : `, ${year}`}`;
}

export function isDay(day: string | undefined): boolean {
  return Number(day) >= 1 && Number(day) <= 31;
}

function fullYear(year: string): string {
  if (year.length === 4) return year;
  return Number(year) <= centuryTurn ? `20${year}` : `19${year}`;
}
