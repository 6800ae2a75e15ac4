import { ordinalWords, yearWords } from './number-words.ts';
import { isJoined, type Rule, reading, textAt } from './rule.ts';
import type { Token } from './token.ts';

export const months =
  'january february march april may june july august september october november december'.split(' ');
const shortMonths = 'jan feb mar apr - jun jul aug sep oct nov dec'.split(' ');

/** Days and years next to month names, and dates in figures. */
export const dateRule: Rule = (tokens, index) => {
  const core = textAt(tokens, index);
  return figures(core) ?? monthFirst(tokens, index) ?? dayFirst(tokens, index);
};

function figures(core: string) {
  const [, first = '', second = '', third = ''] = /^(\d{1,4})([-/.])(?:\d{1,2})\2(\d{1,4})$/.exec(core) ?? [];
  if (first === '') return undefined;
  const middle = core.split(second)[1] ?? '';
  if (first.length === 4) return asDate(first, middle, third);
  if (third.length !== 4 && !(third.length === 2 && second === '/')) return undefined;
  const year = third.length === 2 ? `20${third}` : third;
  // With slashes a date is American, month first, unless that gives no month. With dots and dashes the day is first.
  const monthLeads = second === '/' && Number(first) <= 12;
  return monthLeads ? asDate(year, first, middle) : asDate(year, middle, first);
}

function asDate(year: string, month: string, day: string) {
  const words = dateWords({ year, month, day });
  return words === undefined ? undefined : reading(words);
}

export function dateWords(date: { year?: string; month?: string; day?: string }): string[] | undefined {
  const { year, month, day } = date;
  const name = month === undefined ? undefined : months[Number(month) - 1];
  if (month !== undefined && name === undefined) return undefined;
  if (day !== undefined && !isDay(day)) return undefined;
  return [
    ...(name === undefined ? [] : [name]),
    ...(day === undefined ? [] : ordinalWords(String(Number(day)))),
    ...(day !== undefined && year !== undefined ? [','] : []),
    ...(year === undefined ? [] : yearWords(year)),
  ];
}

function monthFirst(tokens: readonly Token[], index: number) {
  const month = monthAt(tokens, index);
  if (month === undefined || index + 1 >= tokens.length) return undefined;
  const day = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(textAt(tokens, index + 1))?.[1];
  if (day !== undefined && isDay(day)) {
    const year = yearAt(tokens, index + 2);
    return reading([month, ...ordinalWords(day), ...yearPart(year)], year === undefined ? 2 : 3);
  }
  const year = isJoined(tokens, index) || tokens[index]?.dotted ? yearAt(tokens, index + 1) : undefined;
  return year === undefined ? undefined : reading([month, ...yearWords(year)], 2);
}

function dayFirst(tokens: readonly Token[], index: number) {
  const day = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(textAt(tokens, index))?.[1];
  const isDotted = tokens[index]?.dotted === true && tokens[index]?.pauseWithoutDot === '';
  if (day === undefined || !isDay(day) || !(isJoined(tokens, index) || isDotted)) return undefined;
  const month = monthAt(tokens, index + 1);
  if (month === undefined) return undefined;
  const year = yearAt(tokens, index + 2);
  const words = ['the', ...ordinalWords(day), 'of', month, ...yearPart(year)];
  return reading(words, year === undefined ? 2 : 3);
}

function monthAt(tokens: readonly Token[], index: number): string | undefined {
  const token = tokens[index];
  if (token === undefined || !/^[A-Z]/.test(token.core)) return undefined;
  const small = token.core.toLowerCase();
  if (months.includes(small)) return small;
  return months[shortMonths.indexOf(small === 'sept' ? 'sep' : small)];
}

const yearAt = (tokens: readonly Token[], index: number): string | undefined =>
  /^(?:1\d|20)\d\d$/.exec(textAt(tokens, index))?.[0];

const yearPart = (year: string | undefined): string[] =>
  year === undefined ? [] : [',', ...yearWords(year)];

const isDay = (day: string): boolean => Number(day) >= 1 && Number(day) <= 31;
