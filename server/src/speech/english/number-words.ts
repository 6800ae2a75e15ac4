const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales =
  ' thousand million billion trillion quadrillion quintillion sextillion septillion octillion nonillion decillion'.split(
    ' ',
  );
const usualMostDigits = 15;

const irregularOrdinals: ReadonlyMap<string, string> = new Map([
  ['one', 'first'],
  ['two', 'second'],
  ['three', 'third'],
  ['five', 'fifth'],
  ['eight', 'eighth'],
  ['nine', 'ninth'],
  ['twelve', 'twelfth'],
]);

/** One digit after the other. */
export function digitWords(digits: string): string[] {
  return [...digits].flatMap((digit) => small[Number(digit)] ?? []);
}

/** A whole number. Digits that are not an amount (too many, or a leading zero) are read one by one. */
export function cardinalWords(digits: string, maxDigits = usualMostDigits): string[] {
  if (digits.length > maxDigits || (digits.length > 1 && digits.startsWith('0'))) return digitWords(digits);
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.push(digits.slice(Math.max(0, end - 3), end));
  const words = groups
    .map((group, scale) => {
      const amount = hundreds(Number(group));
      const name = scales[scale] ?? '';
      return amount.length === 0 || name === '' ? amount : [...amount, name];
    })
    .reverse()
    .flat();
  return words.length === 0 ? ['zero'] : words;
}

export function ordinalWords(digits: string): string[] {
  const words = cardinalWords(digits);
  const last = words.pop() ?? '';
  return [...words, ordinalOf(last)];
}

function ordinalOf(word: string): string {
  const irregular = irregularOrdinals.get(word);
  if (irregular !== undefined) return irregular;
  return word.endsWith('y') ? `${word.slice(0, -1)}ieth` : `${word}th`;
}

export const cardinalText = (number: number | string): string => cardinalWords(String(number)).join(' ');
export const ordinalText = (number: number | string): string => ordinalWords(String(number)).join(' ');
export const digitText = (digits: string): string => digitWords(digits).join(' ');
export const yearText = (digits: string): string => yearWords(digits).join(' ');

/** A number with an optional sign and an optional fraction, without thousands separators. */
export function decimalWords(number: string): string[] {
  const [, sign = '', whole = '', fraction] = /^([+-]?)(\d*)(?:\.(\d+))?$/.exec(number) ?? [];
  const words = cardinalWords(whole === '' ? '0' : whole);
  if (sign !== '') words.unshift(sign === '-' ? 'minus' : 'plus');
  return fraction === undefined ? words : [...words, 'point', ...digitWords(fraction)];
}

/** Four digits as a year: nineteen eighty four, two thousand one, twenty ten. */
export function yearWords(digits: string): string[] {
  const century = Number(digits.slice(0, 2));
  const rest = Number(digits.slice(2));
  if (digits.length !== 4 || century < 10 || (century % 10 === 0 && rest < 10)) return cardinalWords(digits);
  if (rest === 0) return [...hundreds(century), 'hundred'];
  return [...hundreds(century), ...(rest < 10 ? ['oh'] : []), ...hundreds(rest)];
}

/** A number as on a door: "four twelve", "one oh one", "twelve oh four", "two hundred". */
export function houseText(digits: string): string {
  if (digits.startsWith('0') || digits.length > 4) return digitText(digits);
  if (digits.length < 3 || /^\d00?0$/.test(digits)) return cardinalText(digits);
  return [...hundreds(Number(digits.slice(0, -2))), ...pairWords(digits.slice(-2))].join(' ');
}

const pairWords = (pair: string): string[] => {
  if (pair === '00') return ['hundred'];
  return pair.startsWith('0') ? ['oh', ...hundreds(Number(pair))] : hundreds(Number(pair));
};

/** Many digits, one by one, with a short pause between groups. */
export function groupedText(digits: string): string {
  if (digits.length < 6) return digitText(digits);
  const groups: string[] = [];
  for (let at = 0; at < digits.length; ) {
    const rest = digits.length - at;
    const size = rest % 3 === 0 && digits.length % 4 !== 0 ? 3 : rest % 4 === 0 || rest < 5 ? 4 : 3;
    groups.push(digitText(digits.slice(at, at + size)));
    at += size;
  }
  return groups.join(', ');
}

/** "nineties", "sixes" */
export function pluralOf(text: string): string {
  if (text.endsWith('y')) return `${text.slice(0, -1)}ies`;
  return text.endsWith('x') ? `${text}es` : `${text}s`;
}

/** An amount as people write it, with any separators, in plain digits: "1.200,50" is "1200.50". */
export function plainAmount(written: string): string {
  const text = written.replaceAll(/['’ ]/g, '');
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last === -1) return text;
  const decimals = text.slice(last + 1);
  const marks = text.replaceAll(/\d/g, '');
  const areThousands =
    decimals.length === 3 && (new Set(marks).size === 1 ? marks.length > 1 || marks === ',' : false);
  const whole = text.slice(0, last).replaceAll(/[.,]/g, '');
  return areThousands ? whole + decimals : `${whole}.${decimals}`;
}

/** "three point five" */
export function amountText(written: string): string {
  return decimalWords(plainAmount(written)).join(' ');
}

export const isOne = (written: string): boolean => /^1(?:[.,]0)?$/.test(written);

function hundreds(amount: number): string[] {
  const words: string[] = [];
  if (amount >= 100) words.push(small[Math.trunc(amount / 100)] ?? '', 'hundred');
  const rest = amount % 100;
  if (rest >= 20) {
    words.push(tens[Math.trunc(rest / 10)] ?? '');
    if (rest % 10 > 0) words.push(small[rest % 10] ?? '');
  } else if (rest > 0) {
    words.push(small[rest] ?? '');
  }
  return words;
}
