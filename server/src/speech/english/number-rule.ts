import { cardinalWords, decimalWords, digitWords, ordinalWords, yearWords } from './number-words.ts';
import { isJoined, type Reading, type Rule, reading, textAt } from './rule.ts';
import type { Token } from './token.ts';

const beforeYears = new Set(
  'in since year until till by before after around circa from to of late early mid spring summer autumn fall winter'.split(
    ' ',
  ),
);
const fractions: ReadonlyMap<string, string> = new Map([
  ['2', 'half'],
  ['3', 'third'],
  ['4', 'quarter'],
]);

/** Figures of every kind that no more specific rule has read. */
export const numberRule: Rule = (tokens, index) => {
  const core = textAt(tokens, index);
  if (!/\d/.test(core)) return undefined;
  return (
    ordinal(core) ??
    telephone(core) ??
    fraction(core) ??
    range(core) ??
    version(core) ??
    decade(core) ??
    plain(tokens, index) ??
    marked(core)
  );
};

function ordinal(core: string): Reading | undefined {
  const digits = /^(\d{1,9})(?:st|nd|rd|th)$/i.exec(core.replaceAll(',', ''))?.[1];
  return digits === undefined ? undefined : reading(ordinalWords(digits));
}

function telephone(core: string): Reading | undefined {
  const isNumber = /^\+\d[\d\-().]{6,}$/.test(core) || /^\(?\d{3}\)?[-.]\d{3}[-.]\d{4}$/.test(core);
  return isNumber ? reading(telephoneWords(core)) : undefined;
}

/** Digit by digit, with a short pause between the groups in which the number is written. */
export function telephoneWords(number: string): string[] {
  const groups = number.split(/[^\d+]+/).filter((group) => group !== '');
  return groups.flatMap((group, index) => [
    ...(index === 0 ? [] : [',']),
    ...(group.startsWith('+') ? ['plus'] : []),
    ...digitWords(group.replaceAll('+', '')),
  ]);
}

function fraction(core: string): Reading | undefined {
  const [, above = '', below = ''] = /^(\d{1,3})\/(\d{1,3})$/.exec(core) ?? [];
  if (above === '') return undefined;
  if (Number(above) >= Number(below)) return reading([...cardinalWords(above), ...cardinalWords(below)]);
  return reading(fractionWords(above, below));
}

export function fractionWords(above: string, below: string): string[] {
  const name = fractions.get(below) ?? ordinalWords(below).join(' ');
  const isOne = Number(above) === 1;
  const many = name === 'half' ? 'halves' : `${name}s`;
  return [...cardinalWords(above), ...(isOne ? name : many).split(' ')];
}

function range(core: string): Reading | undefined {
  const [, low = '', high = ''] = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)%?$/.exec(core) ?? [];
  if (low === '') return undefined;
  if (Number(low) >= Number(high)) return reading([...digitWords(low), ',', ...digitWords(high)]);
  const isYears = isRecentYear(low) && isRecentYear(high);
  const read = isYears ? yearWords : decimalWords;
  return reading([...read(low), 'to', ...read(high), ...(core.endsWith('%') ? ['percent'] : [])]);
}

function version(core: string): Reading | undefined {
  if (!/^v?\d+(?:\.\d+){2,}$/i.test(core)) return undefined;
  const parts = core.replace(/^v/i, '').split('.');
  const words = parts.flatMap((part, index) => [...(index === 0 ? [] : ['point']), ...cardinalWords(part)]);
  return reading(/^v/i.test(core) ? ['version', ...words] : words);
}

function decade(core: string): Reading | undefined {
  const [, digits = ''] = /^'?((?:1[89]|20)?\d0)'?s$/.exec(core) ?? [];
  if (digits === '') return undefined;
  const words = digits.length === 4 ? yearWords(digits) : cardinalWords(digits);
  const last = words.pop() ?? '';
  return reading([...words, last.endsWith('y') ? `${last.slice(0, -1)}ies` : `${last}s`]);
}

function plain(tokens: readonly Token[], index: number): Reading | undefined {
  const core = textAt(tokens, index);
  const number = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(core) ? core.replaceAll(',', '') : core;
  if (!/^[+-]?\d*(?:\.\d+)?$/.test(number)) return undefined;
  const before = textAt(tokens, index - 1).toLowerCase();
  const mayBeYear = /^\d{4}$/.test(core) && !isAmount(tokens, index);
  if (mayBeYear && (isRecentYear(core) || (beforeYears.has(before) && Number(core) > 1000))) {
    return reading(yearWords(core));
  }
  return reading(decimalWords(number));
}

/** A number before a plural is an amount: 1950 people, 2020 cars. */
function isAmount(tokens: readonly Token[], index: number): boolean {
  const next = isJoined(tokens, index) ? textAt(tokens, index + 1) : '';
  const before = textAt(tokens, index - 1).toLowerCase();
  return !beforeYears.has(before) && (/^[a-z]{2,}[^s]s$/.test(next) || next === 'people');
}

const isRecentYear = (digits: string): boolean => /^(?:19|20)\d\d$/.test(digits);

const marks: Readonly<Record<string, string>> = {
  '#': 'number',
  '~': 'about',
  '>': 'more than',
  '=': 'equals',
};

function marked(core: string): Reading | undefined {
  const [, mark = '', number = ''] = /^([#~>=])(\d+(?:\.\d+)?)$/.exec(core) ?? [];
  const word = marks[mark];
  return word === undefined ? undefined : reading([...word.split(' '), ...decimalWords(number)]);
}
