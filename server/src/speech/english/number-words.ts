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
export function cardinalWords(digits: string, mostDigits = usualMostDigits): string[] {
  if (digits.length > mostDigits || (digits.length > 1 && digits.startsWith('0'))) return digitWords(digits);
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

/** "twenty-five" */
export function cardinalText(number: number): string {
  return hyphenated(cardinalWords(String(number)));
}

/** "twenty-fifth" */
export function ordinalText(number: number): string {
  return hyphenated(ordinalWords(String(number)));
}

function hyphenated(words: readonly string[]): string {
  return words.join(' ').replace(/(?<=ty) (?=\w+$)/, '-');
}

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
