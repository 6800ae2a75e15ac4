import type { Rule } from './mapped-text.ts';
import { amount, anyOf, freeAfter, freeBefore, isOne, wordCharacter } from './patterns.ts';

export type Names = Readonly<Record<string, readonly [string, string]>>;

const usualScales = { k: 'thousand', m: 'million', b: 'billion' };
/** Signs whose plain amounts are read later, with cents. */
const withCents = ['$', '£', '€'];

/** "$3.2 billion" is "3.2 billion dollars", "EUR 5" is "5 euros". `scales` has the short forms, such as "$5k". */
export function moneyRules(currency: Names, scales: Readonly<Record<string, string>> = usualScales): Rule[] {
  const name = (sign: string, number: string) =>
    currency[sign.replace('.', '')]?.[isOne(number) ? 0 : 1] ?? sign;
  const otherSigns = Object.keys(currency).filter((sign) => ![...withCents, '¢'].includes(sign));
  const others = anyOf(otherSigns).replace('Rs', 'Rs\\.?');
  const short = Object.keys(scales).flatMap((letters) => [letters, letters.toUpperCase()]);
  const scale = `hundred|thousand|million|billion|trillion|(?:${anyOf(short)})${freeAfter}`;
  return [
    {
      // slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
      pattern: new RegExp(`(?:([$£€])|(?<!${wordCharacter})(${others})\\s*)(${amount})\\s*(${scale})`, 'gu'),
      rewrite: ([, sign = '', other = '', number = '', size = '']) =>
        `${number} ${scales[size.toLowerCase()] ?? size} ${name(sign + other, '')}`,
    },
    {
      // slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
      pattern: new RegExp(`(?<!${wordCharacter})(${others})\\s*(${amount})`, 'gu'),
      rewrite: ([, sign = '', number = '']) => `${number} ${name(sign, number)}`,
    },
    {
      // slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
      pattern: new RegExp(`(?<!\\d)(${amount})\\s*¢`, 'gu'),
      rewrite: ([, number = '']) => `${number} ${name('¢', number)}`,
    },
  ];
}

const scaleNames: Readonly<Record<string, string>> = { C: ' Celsius', F: ' Fahrenheit' };

/** "5km" is "5 kilometers", "20°C" is "20 degrees Celsius". */
export function unitRules(units: Names): Rule[] {
  const anyUnit = anyOf(Object.keys(units));
  return [
    {
      // slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
      pattern: new RegExp(`${freeBefore}(${amount})\\s*°(?:\\s*([CF])${freeAfter})?${freeAfter}`, 'gu'),
      rewrite: ([, number = '', unit = '']) =>
        `${number} degree${isOne(number) ? '' : 's'}${scaleNames[unit] ?? ''}`,
    },
    {
      // slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
      pattern: new RegExp(`${freeBefore}(${amount})\\s*(${anyUnit})${freeAfter}`, 'gu'),
      rewrite: ([, number = '', unit = '']) => `${number} ${units[unit]?.[isOne(number) ? 0 : 1] ?? unit}`,
    },
  ];
}

const spelled = (digits: string) => [...digits].join(' ');
const notBefore = '(?<![\\p{L}\\p{N}_.\\-])';
const notAfter = '(?![\\p{L}\\p{N}_.\\-])';

/** "555-0199" is read digit by digit. */
export const phoneNumbers: Rule = {
  // slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
  pattern: new RegExp(`${notBefore}(?:(\\d{3})-)?(\\d{3})-(\\d{4})${notAfter}`, 'gu'),
  rewrite: ([, ...groups]) =>
    groups
      .filter((group) => group !== '')
      .map(spelled)
      .join(', '),
};

/** "2-3 days" is "2 to 3 days". */
export const ranges: Rule = {
  // slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
  pattern: new RegExp(
    `${notBefore}(\\d{1,4}(?:,\\d{3})*)\\s*[-–]\\s*(\\d{1,4}(?:,\\d{3})*)${notAfter}(?!%)`,
    'gu',
  ),
  rewrite: ([, low = '', high = '']) => `${low} to ${high}`,
};

/** "+5" is "plus 5". */
export const plusSigns: Rule = { pattern: /(?<![\p{L}\p{N}_+])\+(?=\d)/gu, rewrite: () => 'plus ' };

/** "#5" and "No. 5" are "number 5". */
export const numberSigns: Rule[] = [
  { pattern: /(?<![\p{L}\p{N}_])#(?=\d)/gu, rewrite: () => 'number ' },
  { pattern: /(?<![\p{L}\p{N}_])No(s?)\.\s*(?=\d)/gu, rewrite: ([, plural = '']) => `Number${plural} ` },
];
