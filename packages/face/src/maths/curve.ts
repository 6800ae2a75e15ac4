import { clamp } from './smooth.ts';

export type Curve = (x: number) => number;
export type Knots = readonly (readonly [x: number, y: number])[];

/**
 * A smooth curve through the knots that never overshoots them (Fritsch and Carlson). A plain spline would put dents
 * between stations of the head that are close together.
 */
export function curveThrough(knots: Knots): Curve {
  const xs = knots.map(([x]) => x);
  const ys = knots.map(([, y]) => y);
  const slopes = slopesAt(xs, ys);
  return (x) => {
    const at = clamp(x, xs[0] ?? 0, xs.at(-1) ?? 0);
    let i = 0;
    while (i < xs.length - 2 && at > (xs[i + 1] ?? 0)) i++;
    const [x0, x1] = [xs[i] ?? 0, xs[i + 1] ?? 1];
    const [y0, y1] = [ys[i] ?? 0, ys[i + 1] ?? ys[i] ?? 0];
    const width = x1 - x0;
    const t = (at - x0) / width;
    const left = (slopes[i] ?? 0) * width;
    const right = (slopes[i + 1] ?? 0) * width;
    const [t2, t3] = [t * t, t * t * t];
    return (2 * t3 - 3 * t2 + 1) * y0 + (t3 - 2 * t2 + t) * left + (3 * t2 - 2 * t3) * y1 + (t3 - t2) * right;
  };
}

function slopesAt(xs: readonly number[], ys: readonly number[]): number[] {
  const rises = xs.slice(1).map((x, i) => ((ys[i + 1] ?? 0) - (ys[i] ?? 0)) / (x - (xs[i] ?? 0)));
  return xs.map((_, i) => {
    const before = rises[i - 1];
    const after = rises[i];
    if (before === undefined) return after ?? 0;
    if (after === undefined) return before;
    if (before * after <= 0) return 0;
    return (2 * before * after) / (before + after);
  });
}

/** The same curve from a table, for code that evaluates it very often. */
export function tabulated(curve: Curve, from: number, to: number, count = 96): Curve {
  const table = Float32Array.from({ length: count + 1 }, (_, i) => curve(from + ((to - from) * i) / count));
  return (x) => {
    const at = clamp(((x - from) / (to - from)) * count, 0, count);
    const i = Math.min(count - 1, Math.floor(at));
    return (table[i] ?? 0) * (1 - at + i) + (table[i + 1] ?? 0) * (at - i);
  };
}
