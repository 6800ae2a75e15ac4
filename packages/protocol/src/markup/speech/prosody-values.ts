/** `set` replaces what the surrounding elements ask for, `scale` multiplies it. */
export type Change = { readonly set: number } | { readonly scale: number };
export type PitchChange = Change | { readonly setHz: number } | { readonly addHz: number };

const rates: Readonly<Record<string, number>> = {
  'x-slow': 0.5,
  slow: 0.75,
  medium: 1,
  default: 1,
  fast: 1.3,
  'x-fast': 1.7,
};
const pitches: Readonly<Record<string, number>> = {
  'x-low': 0.7,
  low: 0.85,
  medium: 1,
  default: 1,
  high: 1.2,
  'x-high': 1.4,
};
const ranges: Readonly<Record<string, number>> = {
  'x-low': 0.3,
  low: 0.65,
  medium: 1,
  default: 1,
  high: 1.35,
  'x-high': 1.7,
};
const volumes: Readonly<Record<string, number>> = {
  silent: 0,
  'x-soft': 0.25,
  soft: 0.5,
  medium: 1,
  default: 1,
  loud: 1.5,
  'x-loud': 2,
};

interface Quantity {
  readonly sign: -1 | 0 | 1;
  readonly amount: number;
  readonly unit: string;
}

export function parseRate(value: string): Change | undefined {
  const quantity = parseQuantity(value);
  if (quantity === undefined) return labelled(rates, value);
  if (quantity.unit === '%') return percentage(quantity);
  return quantity.unit === '' && quantity.sign === 0 ? scale(quantity.amount) : undefined;
}

export function parsePitch(value: string): PitchChange | undefined {
  const quantity = parseQuantity(value);
  if (quantity === undefined) return labelled(pitches, value);
  const { sign, amount, unit } = quantity;
  if (unit === '%') return percentage(quantity);
  if (unit === 'st') return scale(2 ** (((sign || 1) * amount) / 12));
  if (unit !== 'hz') return undefined;
  return sign === 0 ? { setHz: amount } : { addHz: sign * amount };
}

/** A factor. A range in hertz is not accepted, because it would depend on the voice. */
export function parseRange(value: string): number | undefined {
  const quantity = parseQuantity(value);
  const change = quantity?.unit === '%' ? percentage(quantity) : labelled(ranges, value);
  if (change === undefined) return undefined;
  return 'set' in change ? change.set : change.scale;
}

export function parseVolume(value: string): Change | undefined {
  const quantity = parseQuantity(value);
  if (quantity === undefined) return labelled(volumes, value);
  const { sign, amount, unit } = quantity;
  if (unit === 'db') return { scale: 10 ** (((sign || 1) * amount) / 20) };
  if (unit === '' && sign === 0) return { set: amount / 100 };
  return unit === '' || unit === '%' ? percentage(quantity) : undefined;
}

function parseQuantity(value: string): Quantity | undefined {
  const match = /^([+-]?)(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(%|st|hz|db)?$/i.exec(value.trim());
  if (match === null) return undefined;
  const sign = match[1] === '-' ? -1 : match[1] === '+' ? 1 : 0;
  return { sign, amount: Number(match[2]), unit: match[3]?.toLowerCase() ?? '' };
}

function percentage({ sign, amount }: Quantity): Change | undefined {
  return scale(sign === 0 ? amount / 100 : Math.max(0, 1 + (sign * amount) / 100));
}

function scale(factor: number): Change | undefined {
  return factor > 0 ? { scale: factor } : undefined;
}

function labelled(labels: Readonly<Record<string, number>>, value: string): Change | undefined {
  const label = value.trim().toLowerCase();
  const factor = Object.hasOwn(labels, label) ? labels[label] : undefined;
  return factor === undefined ? undefined : { set: factor };
}
