import { cardinalWords, decimalWords } from './number-words.ts';
import { coreAt, isJoined, type Rule, reading } from './rule.ts';

type Currency = { readonly one: string; readonly many: string; readonly part?: readonly [string, string] };

const DOLLAR: Currency = { one: 'dollar', many: 'dollars', part: ['cent', 'cents'] };
const EURO: Currency = { one: 'euro', many: 'euros', part: ['cent', 'cents'] };
const POUND: Currency = { one: 'pound', many: 'pounds', part: ['penny', 'pence'] };
const YEN: Currency = { one: 'yen', many: 'yen' };
const FRANC: Currency = { one: 'swiss franc', many: 'swiss francs' };

const CURRENCIES: ReadonlyMap<string, Currency> = new Map([
  ['$', DOLLAR],
  ['USD', DOLLAR],
  ['US$', { ...DOLLAR, one: 'u s dollar', many: 'u s dollars' }],
  ['€', EURO],
  ['EUR', EURO],
  ['£', POUND],
  ['GBP', POUND],
  ['¥', YEN],
  ['JPY', YEN],
  ['CHF', FRANC],
  ['₹', { one: 'rupee', many: 'rupees' }],
  ['₽', { one: 'ruble', many: 'rubles' }],
  ['₩', { one: 'won', many: 'won' }],
  ['₿', { one: 'bitcoin', many: 'bitcoins' }],
  ['¢', { one: 'cent', many: 'cents' }],
]);
const SCALES: Readonly<Record<string, string>> = {
  k: 'thousand',
  m: 'million',
  mn: 'million',
  b: 'billion',
  bn: 'billion',
  t: 'trillion',
};
const SCALE_WORDS = new Set(['hundred', 'thousand', 'million', 'billion', 'trillion']);
const SIGN = '(US\\$|[$€£¥₹₽₩₿]|USD|EUR|GBP|JPY|CHF)';
const AMOUNT = '(\\d[\\d,]*)(?:\\.(\\d+))?(k|mn|m|bn|b|t)?';
const SIGN_FIRST = new RegExp(`^(-?)${SIGN}${AMOUNT}$`, 'i');
const SIGN_LAST = new RegExp(`^(-?)${AMOUNT}(US\\$|[$€£¥¢₹₽₩₿]|USD|EUR|GBP|JPY|CHF)$`, 'i');

export const moneyRule: Rule = (tokens, index) => {
  const core = coreAt(tokens, index);
  const next = isJoined(tokens, index) ? coreAt(tokens, index + 1) : '';
  const first = SIGN_FIRST.exec(core);
  if (first !== null) {
    const [, minus = '', sign = '', whole = '', fraction, scale] = first;
    const word = SCALE_WORDS.has(next.toLowerCase()) ? next.toLowerCase() : undefined;
    return reading(amount({ minus, sign, whole, fraction, scale, word }), word === undefined ? 1 : 2);
  }
  const last = SIGN_LAST.exec(core);
  if (last !== null) {
    const [, minus = '', whole = '', fraction, scale, sign = ''] = last;
    return reading(amount({ minus, sign, whole, fraction, scale }));
  }
  const apart = CURRENCIES.has(next) ? SIGN_LAST.exec(core + next) : null;
  const before = CURRENCIES.has(core) && isJoined(tokens, index) ? SIGN_FIRST.exec(core + next) : null;
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
  const currency = CURRENCIES.get(sign.toUpperCase()) ?? DOLLAR;
  const digits = whole.replaceAll(',', '');
  const front = minus === '' ? [] : ['minus'];
  const size = word ?? (scale === undefined ? undefined : SCALES[scale.toLowerCase()]);
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
