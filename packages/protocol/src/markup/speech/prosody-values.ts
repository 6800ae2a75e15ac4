/** The resulting pitch is `(hz ?? the voice's own) * factor + shiftHz`. */
export interface Pitch {
  readonly hz?: number;
  readonly factor: number;
  readonly shiftHz: number;
}

type Labels = Readonly<Record<string, number>>;
const rates: Labels = { 'x-slow': 0.5, slow: 0.75, medium: 1, default: 1, fast: 1.3, 'x-fast': 1.7 };
const pitches: Labels = { 'x-low': 0.7, low: 0.85, medium: 1, default: 1, high: 1.2, 'x-high': 1.4 };
const ranges: Labels = { 'x-low': 0.3, low: 0.65, medium: 1, default: 1, high: 1.35, 'x-high': 1.7 };
const volumes: Labels = {
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

/** The rate inside an element. Here and below, an invalid value keeps the outer one. */
export function rateInside(value: string, outer: number): number {
  const quantity = parseQuantity(value);
  if (quantity === undefined) return labelled(rates, value) ?? outer;
  const { sign, amount, unit } = quantity;
  if (unit === '%') return scaled(outer, percentage(quantity));
  return unit === '' && sign === 0 ? scaled(outer, amount) : outer;
}

export function pitchInside(value: string, outer: Pitch): Pitch {
  const quantity = parseQuantity(value);
  if (quantity === undefined) {
    const factor = labelled(pitches, value);
    return factor === undefined ? outer : { factor, shiftHz: 0 };
  }
  const { sign, amount, unit } = quantity;
  if (unit === 'st') return scaledPitch(outer, 2 ** clamp(((sign || 1) * amount) / 12, -8, 8));
  if (unit === '%') return scaledPitch(outer, percentage(quantity));
  if (unit !== 'hz') return outer;
  if (sign === 0) return { hz: clamp(amount, 20, 1000), factor: 1, shiftHz: 0 };
  return { ...outer, shiftHz: clamp(outer.shiftHz + sign * amount, -1000, 1000) };
}

/** A factor. A range in hertz is not accepted, because it would depend on the voice. */
export function rangeOf(value: string): number | undefined {
  const quantity = parseQuantity(value);
  const factor = quantity?.unit === '%' ? percentage(quantity) || undefined : labelled(ranges, value);
  return factor === undefined ? undefined : clamp(factor, 0, 2.5);
}

export function volumeInside(value: string, outer: number): number {
  const quantity = parseQuantity(value);
  if (quantity === undefined) return labelled(volumes, value) ?? outer;
  const { sign, amount, unit } = quantity;
  if (unit === 'db') return clamp(outer * 10 ** (((sign || 1) * amount) / 20), 0, 4);
  if (unit === '' && sign === 0) return clamp(amount / 100, 0, 4);
  return unit === '' || unit === '%' ? scaled(outer, percentage(quantity), 0) : outer;
}

function parseQuantity(value: string): Quantity | undefined {
  const match = /^([+-]?)(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(%|st|hz|db)?$/i.exec(value.trim());
  if (match === null) return undefined;
  const sign = match[1] === '-' ? -1 : match[1] === '+' ? 1 : 0;
  return { sign, amount: Number(match[2]), unit: match[3]?.toLowerCase() ?? '' };
}

function percentage({ sign, amount }: Quantity): number {
  return sign === 0 ? amount / 100 : Math.max(0, 1 + (sign * amount) / 100);
}

function scaledPitch(outer: Pitch, factor: number): Pitch {
  if (factor === 0) return outer;
  return {
    ...outer,
    factor: scaled(outer.factor, factor),
    shiftHz: clamp(outer.shiftHz * factor, -1000, 1000),
  };
}

function scaled(outer: number, factor: number, least = 0.25): number {
  return factor === 0 ? outer : clamp(outer * factor, least, 4);
}

function labelled(labels: Labels, value: string): number | undefined {
  const label = value.trim().toLowerCase();
  return Object.hasOwn(labels, label) ? labels[label] : undefined;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
