/** A bell of height 1 around 0. */
export const bell = (x: number, width: number): number => Math.exp(-(x * x) / (2 * width * width));

export const clamp = (x: number, low: number, high: number): number => Math.min(high, Math.max(low, x));

/** 0 at `from`, 1 at `to`, flat at both ends. `from` may be greater than `to`. */
export function ramp(from: number, to: number, x: number): number {
  const t = clamp((x - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
}

export const mix = (a: number, b: number, t: number): number => a + (b - a) * t;

/** The maximum of both, with the corner rounded over a width of `round`. */
export function softMax(a: number, b: number, round: number): number {
  const near = Math.max(round - Math.abs(a - b), 0) / round;
  return Math.max(a, b) + (near * near * round) / 4;
}

export const softMin = (a: number, b: number, round: number): number => -softMax(-a, -b, round);

/** Half an ellipse over −1…1: 1 in the middle, 0 at and beyond the ends. */
export const arch = (x: number): number => Math.sqrt(Math.max(0, 1 - x * x));
