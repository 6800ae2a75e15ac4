/** A bell of height 1 around 0. */
export const bell = (x: number, width: number): number => Math.exp(-(x * x) / (2 * width * width));

export const clamp = (x: number, low: number, high: number): number => Math.min(high, Math.max(low, x));

/** 0 at `from`, 1 at `to`, flat at both ends. `from` may be greater than `to`. */
export function ramp(from: number, to: number, x: number): number {
  const t = clamp((x - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
}

export const mix = (a: number, b: number, t: number): number => a + (b - a) * t;

/** The minimum of both, with the corner rounded over a width of `round`. For distances it is both shapes together. */
export function softMin(a: number, b: number, round: number): number {
  const near = Math.max(round - Math.abs(a - b), 0);
  return Math.min(a, b) - (near * near) / (4 * round);
}

/** The maximum of both. For distances it is what the shapes share. */
export const softMax = (a: number, b: number, round: number): number => -softMin(-a, -b, round);

/** Half an ellipse over −1…1: 1 in the middle, 0 at and beyond the ends. */
export const arch = (x: number): number => Math.sqrt(Math.max(0, 1 - x * x));

/** `count + 1` values from 0 to 1. */
export const fractions = (count: number): number[] => Array.from({ length: count + 1 }, (_, i) => i / count);

/** `count` angles of a full turn. */
export const turns = (count: number): number[] =>
  Array.from({ length: count }, (_, i) => (i / count) * 2 * Math.PI);
