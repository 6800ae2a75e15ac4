import { cardinalWords, decimalWords } from './number-words.ts';
import { isJoined, type Rule, reading, textAt } from './rule.ts';

type Currency = { readonly one: string; readonly many: string; readonly part?: readonly [string, string] };

const dollar: Currency = { one: 'dollar', many: 'dollars', part: ['cent', 'cents'] };
const euro: Currency = { one: 'euro', many: 'euros', part: ['cent', 'cents'] };
const pound: Currency = { one: 'pound', many: 'pounds', part: ['penny', 'pence'] };
const yen: Currency = { one: 'yen', many: 'yen' };
const franc: Currency = { one: 'swiss franc', many: 'swiss francs' };

const currencies: ReadonlyMap<string, Currency> = new Map([
  ['$', dollar],
  ['USD', dollar],
  ['US$', { ...dollar, one: 'u s dollar', many: 'u s dollars' }],
  ['€', euro],
  ['EUR', euro],
  ['£', pound],
  ['GBP', pound],
  ['¥', yen],
  ['JPY', yen],
  ['CHF', franc],
  ['₹', { one: 'rupee', many: 'rupees' }],
  ['₽', { one: 'ruble', many: 'rubles' }],
  ['₩', { one: 'won', many: 'won' }],
  ['₿', { one: 'bitcoin', many: 'bitcoins' }],
  ['¢', { one: 'cent', many: 'cents' }],
]);
const scales: Readonly<Record<string, string>> = {
  k: 'thousand',
  m: 'million',
  mn: 'million',
  b: 'billion',
  bn: 'billion',
  t: 'trillion',
};
const scaleWords = new Set(['hundred', 'thousand', 'million', 'billion', 'trillion']);
const signPattern = '(US\\$|[$€£¥₹₽₩₿]|USD|EUR|GBP|JPY|CHF)';
const amountPattern = '(\\d[\\d,]*)(?:\\.(\\d+))?(k|mn|m|bn|b|t)?';
// slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
const signFirst = new RegExp(`^(-?)${signPattern}${amountPattern}$`, 'i');
// slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
const signLast = new RegExp(`^(-?)${amountPattern}(US\\$|[$€£¥¢₹₽₩₿]|USD|EUR|GBP|JPY|CHF)$`, 'i');

export const moneyRule: Rule = (tokens, index) => {
  const core = textAt(tokens, index);
  const next = isJoined(tokens, index) ? textAt(tokens, index + 1) : '';
  const first = signFirst.exec(core);
  if (first !== null) {
    const [, minus = '', sign = '', whole = '', fraction, scale] = first;
    const word = scaleWords.has(next.toLowerCase()) ? next.toLowerCase() : undefined;
    return reading(amount({ minus, sign, whole, fraction, scale, word }), word === undefined ? 1 : 2);
  }
  const last = signLast.exec(core);
  if (last !== null) {
    const [, minus = '', whole = '', fraction, scale, sign = ''] = last;
    return reading(amount({ minus, sign, whole, fraction, scale }));
  }
  const apart = currencies.has(next) ? signLast.exec(core + next) : null;
  const before = currencies.has(core) && isJoined(tokens, index) ? signFirst.exec(core + next) : null;
  if (apart !== null) {
    const [, minus = '', whole = '', fraction, scale, sign = ''] = apart;
    return reading(amount({ minus, sign, whole, fraction, scale }), 2);
  }
  if (before === null) return undefined;
  const [, minus = '', sign = '', whole = '', fraction, scale] = before;
  return reading(amount({ minus, sign, whole, fraction, scale }), 2);
};

type Amount = {
  minus: string;
  sign: string;
  whole: string;
  fraction?: string | undefined;
  scale?: string | undefined;
  word?: string | undefined;
};

function amount({ minus, sign, whole, fraction, scale, word }: Amount): string[] {
  const currency = currencies.get(sign.toUpperCase()) ?? dollar;
  const digits = whole.replaceAll(',', '');
  const front = minus === '' ? [] : ['minus'];
  const size = word ?? (scale === undefined ? undefined : scales[scale.toLowerCase()]);
  if (
    size !== undefined ||
    currency.part === undefined ||
    (fraction !== undefined && fraction.length !== 2)
  ) {
    const number = decimalWords(fraction === undefined ? digits : `${digits}.${fraction}`);
    const isOne = number.join() === 'one' && size === undefined;
    const name = isOne ? currency.one : currency.many;
    return [...front, ...number, ...(size === undefined ? [] : [size]), ...name.split(' ')];
  }
  const parts = Number(fraction ?? 0);
  const money = [
    ...cardinalWords(digits),
    ...(Number(digits) === 1 ? currency.one : currency.many).split(' '),
  ];
  if (parts === 0) return [...front, ...money];
  const change = [...cardinalWords(String(parts)), parts === 1 ? currency.part[0] : currency.part[1]];
  return Number(digits) === 0 ? [...front, ...change] : [...front, ...money, 'and', ...change];
}
