import { digitText } from '../number-words.ts';
import tables from '../tables/numbers.json' with { type: 'json' };
import type { Rule } from './mapped-text.ts';
import { anyOf, pattern, wordAfter } from './patterns.ts';

const start = '(?<![\\p{L}\\p{N}_+#]|\\p{N}[.,:/\\-])';
const end = '(?![\\p{L}\\p{N}_]|[.,:/\\-]\\p{N})';
const extension = '(?:,?\\s?(?:ext\\.?|extension|x)\\s?(\\d{1,6}))?';
/** Before one of these a number is a number of things. */
const plural = /[^s]s$/;

/** Telephone numbers: digit by digit, with a short pause between the groups in which the number is written. */
export const telephone: Rule[] = [
  // "+49 (0)30 123456", "0044 20 7946 0958"
  plain('(?:\\+|00)\\d(?:[\\s().\\/-]{0,3}\\d){6,14}'),
  // "(555) 123-4567", "1-800-555-0199", "555.123.4567"
  plain('(?:1[\\s.-])?(?:\\(\\d{3}\\)\\s?|\\d{3}[\\s.-])\\d{3}[\\s.-]\\d{4}'),
  // "555-0199", "123-45-6789"
  plain('\\d{3}-(?:\\d{2}-)?\\d{4}'),
  // "020 7946 0958", "030/123456", "01 23 45 67 89"
  plain('\\(?0\\d{1,5}\\)?(?:[\\s./-]{0,2}\\d){5,11}', (written) => /\D/.test(written) || written.length > 9),
  // "1-800-FLOWERS"
  {
    pattern: pattern(`${start}(1[\\s.-])?(\\d{3})-([A-Z]{4,9})(?![\\p{L}\\p{N}_])`),
    rewrite: ([, one = '', area = '', name = '']) =>
      `${one === '' ? '' : 'one, '}${groupText(area)}, ${name.toLowerCase()}`,
  },
  // "call 911", "Phone: 123456"
  {
    pattern: pattern(
      `(?<![\\p{L}\\p{N}_])((?:${anyOf(tables.callAfter)})(?:\\s(?:us|me|at|on|number|no\\.?|is)){0,3}[:.]?\\s)(\\d[\\d\\s().-]{1,20}\\d)${extension}${end}`,
      'giu',
    ),
    rewrite: ([found = '', cue = '', number = '', inner = ''], at, text) => {
      const isCount = plural.test(wordAfter(text, at + found.length)) || number.length < 3;
      return isCount ? null : cue + telephoneText(number, inner);
    },
  },
];

function plain(number: string, isNumber = (_: string) => true): Rule {
  return {
    pattern: pattern(`${start}(${number})${extension}${end}`),
    rewrite: ([, written = '', inner = '']) => (isNumber(written) ? telephoneText(written, inner) : null),
  };
}

export function telephoneText(number: string, inner = ''): string {
  const groups = number.split(/[^\d+]+/).filter((group) => group !== '');
  const said = groups.map((group, index) =>
    index > 0 || groups.length > 2 ? groupText(group) : digits(group),
  );
  return [...said, ...(inner === '' ? [] : [`extension ${digitText(inner)}`])].join(', ');
}

const digits = (group: string): string =>
  `${group.startsWith('+') ? 'plus ' : ''}${digitText(group.replaceAll('+', ''))}`;

/** "1-800" is "one, eight hundred". */
const groupText = (group: string): string =>
  /^[89]00$/.test(group) ? `${digitText(group.charAt(0))} hundred` : digits(group);
