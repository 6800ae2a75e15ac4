import { decimalWords } from './number-words.ts';
import { isJoined, type Rule, reading, textAt } from './rule.ts';

/** Units by their spelling. Capitals matter, as in MB and Mb. */
const units: Readonly<Record<string, string>> = {
  '%': 'percent',
  '‰': 'per thousand',
  '°': 'degree',
  '°C': 'degree celsius',
  '°F': 'degree fahrenheit',
  mm: 'millimeter',
  cm: 'centimeter',
  m: 'meter',
  km: 'kilometer',
  nm: 'nanometer',
  ft: 'foot',
  mi: 'mile',
  yd: 'yard',
  mg: 'milligram',
  g: 'gram',
  kg: 'kilogram',
  lb: 'pound',
  lbs: 'pound',
  oz: 'ounce',
  ml: 'milliliter',
  mL: 'milliliter',
  cl: 'centiliter',
  l: 'liter',
  L: 'liter',
  ms: 'millisecond',
  s: 'second',
  sec: 'second',
  min: 'minute',
  mins: 'minute',
  h: 'hour',
  hr: 'hour',
  hrs: 'hour',
  Hz: 'hertz',
  kHz: 'kilohertz',
  MHz: 'megahertz',
  GHz: 'gigahertz',
  W: 'watt',
  kW: 'kilowatt',
  MW: 'megawatt',
  kWh: 'kilowatt hour',
  V: 'volt',
  A: 'ampere',
  mAh: 'milliampere hour',
  kB: 'kilobyte',
  KB: 'kilobyte',
  MB: 'megabyte',
  GB: 'gigabyte',
  TB: 'terabyte',
  Mbps: 'megabit per second',
  Gbps: 'gigabit per second',
  mph: 'mile per hour',
  kph: 'kilometer per hour',
  'km/h': 'kilometer per hour',
  'm/s': 'meter per second',
  cal: 'calorie',
  kcal: 'kilocalorie',
  dB: 'decibel',
  px: 'pixel',
  x: 'times',
};
/** After a space these are too often words of their own, so they are read as units only directly after a number. */
const onlyAttached = new Set(['m', 's', 'h', 'g', 'l', 'L', 'A', 'V', 'W', 'x', 'min', 'cal', 'ms', 'mi']);
const unchanging = new Set([
  'percent',
  'per thousand',
  'hertz',
  'kilohertz',
  'megahertz',
  'gigahertz',
  'times',
]);
/** A decade such as "1990s", not seconds. */
const decade = /^(?:1[89]|20)?\d0s$/;
const numberPattern = /^([+-]?\d[\d,]*(?:\.\d+)?)(.*)$/s;

/** Amounts of something: 5kg, 5 kg, 20 °C, 7 %. */
export const unitRule: Rule = (tokens, index) => {
  const [, number = '', attached = ''] = numberPattern.exec(textAt(tokens, index)) ?? [];
  if (number === '' || decade.test(textAt(tokens, index))) return undefined;
  const unit = unitName(attached);
  if (unit !== undefined) return reading(amountOf(number, unit));
  const next = isJoined(tokens, index) ? textAt(tokens, index + 1) : '';
  const apart = attached === '' && !onlyAttached.has(next) ? unitName(next) : undefined;
  return apart === undefined ? undefined : reading(amountOf(number, apart), 2);
};

function unitName(written: string): string | undefined {
  return written !== '' && Object.hasOwn(units, written) ? units[written] : undefined;
}

function amountOf(number: string, unit: string): string[] {
  const plain = number.replaceAll(',', '');
  const [first = '', ...rest] = unit.split(' ');
  const isOne = Math.abs(Number(plain)) === 1 || unchanging.has(unit);
  return [...decimalWords(plain), isOne ? first : plural(first), ...secondWords(rest, isOne)];
}

/** In "kilowatt hours" the second word carries the plural; in "meters per second" the first does. */
function secondWords(rest: readonly string[], isOne: boolean): string[] {
  if (rest[0] === 'hour' && !isOne) return ['hours'];
  return [...rest];
}

function plural(unit: string): string {
  if (unit === 'foot') return 'feet';
  return unit === 'kilowatt' || unit === 'milliampere' ? unit : `${unit}s`;
}
