import { cardinalText, ordinalText, pluralOf, yearText } from '../number-words.ts';
import tables from '../tables/abbreviations.json' with { type: 'json' };
import type { Rule } from './mapped-text.ts';
import { after, anyOf, before, dash, pattern } from './patterns.ts';

export const monthNames =
  'January February March April May June July August September October November December'.split(' ');
const centuryTurn = 30;
const months: ReadonlyMap<string, string> = new Map([
  ...Object.entries(tables.months),
  ...monthNames.map((name): [string, string] => [name, name]),
]);
const days: ReadonlyMap<string, string> = new Map([
  ...Object.entries(tables.days),
  ...Object.values(tables.days).map((name): [string, string] => [name, name]),
]);
const month = `(${anyOf([...months.keys()])})\\.?`;
const day = '(\\d{1,2})(?:st|nd|rd|th)?';
const weekday = `(${anyOf([...days.keys()])})\\.?`;
const year = '(?:,?\\s+(\\d{4}))?';

export const dates: Rule[] = [
  // "2024-05-06", "2024-05-06T14:30:00Z"
  {
    pattern: pattern(`${before}(\\d{4})([-/.])(\\d{2})\\2(\\d{2})(?:T(?=\\d)|(?![\\d.-]))`),
    rewrite: ([found = '', years = '', , months_, days_]) => {
      const text = dateText(months_, days_, years);
      return text === null ? null : text + (found.endsWith('T') ? ' at ' : '');
    },
  },
  // "25.12.2023" and "25-12-2023" have the day first, "12/25/2023" usually the month.
  {
    pattern: pattern(`${before}(\\d{1,2})([./-])(\\d{1,2})\\2(\\d{4}|\\d{2})${after}`),
    rewrite: ([, first, mark, second, years = '']) => {
      const [usual, other] = mark === '/' ? [first, second] : [second, first];
      const whole = fullYear(years);
      return dateText(usual, other, whole) ?? dateText(other, usual, whole);
    },
  },
  // "May 5–7, 2024"
  {
    pattern: pattern(`(?<![\\p{L}\\p{N}_])${month}\\s+${day}${dash}${day}${year}${after}`),
    rewrite: ([, name = '', from, to, years = '']) =>
      isDay(from) && isDay(to)
        ? `${months.get(name)} ${ordinal(from)} to ${ordinal(to)}${yearAfter(years)}`
        : null,
  },
  {
    pattern: pattern(`(?<![\\p{L}\\p{N}_])${month}\\s+${day}${year}${after}(?!%)`),
    rewrite: ([, name = '', days_, years = '']) =>
      isDay(days_) ? `${months.get(name)} ${ordinal(days_)}${yearAfter(years)}` : null,
  },
  // "5–7 May", "5 May 2024", "the 5th of May"
  {
    pattern: pattern(`${before}(?:the )?${day}\\.?${dash}${day}\\.?\\s+(?:of )?${month}${year}${after}`),
    rewrite: ([, from, to, name = '', years = '']) =>
      isDay(from) && isDay(to)
        ? `the ${ordinal(from)} to the ${ordinal(to)} of ${months.get(name)}${yearAfter(years)}`
        : null,
  },
  {
    pattern: pattern(`${before}(?:the )?${day}\\.?\\s?(?:of )?${month}${year}${after}`),
    rewrite: ([, days_, name = '', years = '']) =>
      isDay(days_) ? `the ${ordinal(days_)} of ${months.get(name)}${yearAfter(years)}` : null,
  },
  // "May 30 – June 2", now in words
  {
    pattern: pattern(
      `(?<=(?:${monthNames.join('|')}) [a-z ]{2,14}(?:st|nd|rd|th)) ?[–-] ?(?=(?:${monthNames.join('|')}) )`,
    ),
    rewrite: () => ' to ',
  },
];

/** "Mon–Fri", "Jan-Mar", and short names of days and months on their own. */
export const calendarNames: Rule[] = [
  {
    pattern: pattern(`(?<![\\p{L}\\p{N}_])${weekday}${dash}${weekday}(?![\\p{L}\\p{N}_])`),
    rewrite: ([, from = '', to = '']) => `${days.get(from)} to ${days.get(to)}`,
  },
  {
    pattern: pattern(`(?<![\\p{L}\\p{N}_])${month}\\s?[-–]\\s?${month}(?![\\p{L}\\p{N}_])`),
    rewrite: ([, from = '', to = '']) => `${months.get(from)} to ${months.get(to)}`,
  },
  {
    pattern: pattern(`(?<![\\p{L}\\p{N}_])(Tues?|Wed|Thu|Thurs?|Fri)(\\.?)(?![\\p{L}\\p{N}_])`),
    rewrite: shortName(days),
  },
  // "Sun" may be the sun: a date, a time or another day follows.
  {
    pattern: pattern(
      `(?<![\\p{L}\\p{N}_])(Mon|Sat|Sun)(\\.|(?=[,:]? (?:\\d|from|at|and |& |${anyOf([...days.keys()])}|${anyOf(monthNames)})))(?![\\p{L}\\p{N}_])`,
    ),
    rewrite: shortName(days),
  },
  {
    pattern: pattern(
      `(?<![\\p{L}\\p{N}_])(Jan|Feb|Apr|Aug|Sept?|Oct|Nov|Dec|(?:Mar|Jun|Jul)(?=\\.? \\d))(\\.?)(?![\\p{L}\\p{N}_])`,
    ),
    rewrite: shortName(months),
  },
];

/** Years that are written in another way: "1990–95", "the '90s", "2019/20". */
export const years: Rule[] = [
  {
    pattern: pattern(`${before}(1\\d|20)(\\d\\d)[-–/](?:(\\d{4})|(\\d\\d))${after}`),
    rewrite: ([, century = '', from = '', whole = '', short = '']) => {
      if (whole !== '' && !/^(?:1\d|20)/.test(whole)) return null;
      return Number(short || 99) < Number(from) && whole === ''
        ? null
        : `${yearText(century + from)} to ${whole === '' ? cardinalText(Number(short)) : yearText(whole)}`;
    },
  },
  {
    pattern: pattern(`${before}'?((?:1\\d|20)?\\d0)'?s(?![\\p{L}\\p{N}_])`),
    rewrite: ([, decade = '']) => pluralOf(decade.length === 4 ? yearText(decade) : cardinalText(decade)),
  },
  {
    pattern: pattern(`${before}FY ?(20\\d\\d)${after}`),
    rewrite: ([, of = '']) => `fiscal year ${yearText(of)}`,
  },
];

export function dateText(month: string | undefined, day: string | undefined, year: string): string | null {
  const name = monthNames[Number(month) - 1];
  if (name === undefined || !isDay(day)) return null;
  return `${name} ${ordinal(day)}${yearAfter(year)}`;
}

export function isDay(day: string | undefined): boolean {
  return Number(day) >= 1 && Number(day) <= 31;
}

function shortName(names: ReadonlyMap<string, string>): Rule['rewrite'] {
  return ([found = '', short = '', stop = ''], at, text) =>
    (names.get(short) ?? short) + (stop !== '' && at + found.length === text.length ? '.' : '');
}

const ordinal = (day: string | undefined): string => ordinalText(Number(day));
const yearAfter = (year: string): string => (year === '' ? '' : ` ${yearText(year)}`);

function fullYear(year: string): string {
  if (year.length === 4) return year;
  return Number(year) <= centuryTurn ? `20${year}` : `19${year}`;
}
