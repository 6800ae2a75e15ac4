import { amountText, cardinalText, houseText, isOne } from '../number-words.ts';
import tables from '../tables/units.json' with { type: 'json' };
import type { Rule } from './mapped-text.ts';
import { amount, anyOf, before, dash, pattern, wordAfter, wordBefore } from './patterns.ts';

const units = new Map(Object.entries(tables.units as unknown as Record<string, readonly [string, string]>));
const per: ReadonlyMap<string, string> = new Map(Object.entries(tables.per));
export const unitNames: ReadonlySet<string> = new Set(units.keys());
const anyUnit = anyOf([...units.keys()]);
const sign = '(?:(?<![^\\s(])([-+±~<>])\\s?)?';
export const signNames: Readonly<Record<string, string>> = {
  '-': 'minus ',
  '+': 'plus ',
  '±': 'plus or minus ',
  '~': 'about ',
  '<': 'less than ',
  '>': 'more than ',
};

/** Amounts with a unit: "5km", "-20 °C", "5-10%", "6'2\"", "10 x 20 cm". */
export const measures: Rule[] = [
  // "6'2\""
  {
    pattern: pattern(`${before}(\\d{1,2})['′]\\s?(\\d{1,2})(?:["″]|'')?(?![\\p{L}\\p{N}_])`),
    rewrite: ([, feet = '', inches = '']) => `${cardinalText(feet)} foot ${cardinalText(inches)}`,
  },
  {
    pattern: pattern(
      `${before}(${amount})["″](?=\\s(?:screen|monitor|display|TV|laptop|tablet|pizza|wheel|pipe))`,
    ),
    rewrite: ([, number = '']) => `${amountText(number)} inch`,
  },
  // "10 x 20 x 30 cm", "1920x1080", "4×4"
  {
    pattern: pattern(
      `${before}(${amount})\\s?[x×]\\s?(${amount})(?:\\s?[x×]\\s?(${amount}))?(?:\\s?(${anyUnit}))?(?![\\p{L}\\p{N}_])`,
    ),
    rewrite: ([found = '', ...sides]) => {
      const unit = sides.pop() ?? '';
      if (unit === '' && found.includes(' × ')) return null;
      const said = sides.filter((side) => side !== '').map((side) => sideText(side));
      return `${said.join(' by ')}${unit === '' ? '' : ` ${units.get(unit)?.[1]}`}`;
    },
  },
  // "2x faster"
  {
    pattern: pattern(`${before}(${amount})[x×](?![\\p{L}\\p{N}_])`),
    rewrite: ([, number = '']) => `${amountText(number)} times`,
  },
  {
    pattern: pattern(
      `${sign}${before}(${amount})(?:\\s?%?${dash}(${amount}))?(?:\\s?|-)(${anyUnit})(?![\\p{L}\\p{N}_])`,
    ),
    rewrite: ([found = '', mark = '', low = '', high = '', unit = ''], at, text) => {
      const numbers = `${signNames[mark] ?? ''}${amountText(low)}${high === '' ? '' : ` to ${amountText(high)}`}`;
      const [one, many] = units.get(unit) ?? ['', ''];
      const isSingle = (isOne(low) && high === '') || isAdjective(found, at, text);
      return `${numbers} ${isSingle ? one : many}`;
    },
  },
  // "/month", after an amount that is now in words
  {
    pattern: pattern(`(?<=\\p{L}\\p{L})\\s?/\\s?(${anyOf([...per.keys()])})(?![\\p{L}\\p{N}_])`),
    rewrite: ([, unit = '']) => ` per ${per.get(unit)}`,
  },
];

const sideText = (side: string): string => (/^\d{4}$/.test(side) ? houseText(side) : amountText(side));

/** "a 5 km run" and "a 10-kg bag" have the singular. */
function isAdjective(found: string, at: number, text: string): boolean {
  if (/\d-\p{L}/u.test(found)) return true;
  const next = wordAfter(text, at + found.length);
  return (
    ['a', 'an'].includes(wordBefore(text, at)) && next !== '' && !/^(?:of|or|and|from|in|per)$/.test(next)
  );
}
