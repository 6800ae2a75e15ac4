import { bell } from '../maths/smooth.ts';
import type { HeadForm } from './head-form.ts';
import { eyeStation, type Loft, lastStation, mouthStation } from './loft.ts';

/** The rows and columns of the skin. The corners of the eyes and the mouth lie exactly on a row and a column. */
export function gridOf(form: HeadForm, loft: Loft) {
  const eye = (x: number) => angleWhere(loft, eyeStation, x);
  const corners = [
    eye(form.eye.inner[0]),
    angleWhere(loft, mouthStation, form.mouth.halfWidth),
    eye(form.eye.outer[0]),
  ] as const;
  const counts = [9, 6, 11, 18] as const;
  const half = [0, ...spread(0, corners[0], counts[0], 0.1)];
  half.push(...spread(corners[0], corners[1], counts[1], 0));
  half.push(...spread(corners[1], corners[2], counts[2], 0));
  half.push(...spread(corners[2], Math.PI, counts[3], 0.45));
  const inward = half.slice(1, -1).map((angle) => -angle);
  const angles = [...inward.reverse(), ...half];
  const upper = rowsBetween(0, eyeStation, 36);
  const centre = rowsBetween(eyeStation, mouthStation, 34);
  const lower = rowsBetween(mouthStation, lastStation, 38);
  return {
    stations: [0, ...upper, ...centre, ...lower],
    angles,
    eyeRow: upper.length,
    mouthRow: upper.length + centre.length,
    /** Columns counted from the middle of the face outwards. */
    innerEye: counts[0],
    mouthCorner: counts[0] + counts[1],
    outerEye: counts[0] + counts[1] + counts[2],
    /** Column index of the middle of the face; `middle + n` and `middle - n` are mirror images. */
    middle: inward.length,
  };
}
export type Grid = ReturnType<typeof gridOf>;

/** Steps from `from` (exclusive) to `to`. With `growth` above 0 they get longer. */
function spread(from: number, to: number, count: number, growth: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const t = (i + 1) / count;
    return from + (to - from) * (t * (1 - growth) + t * t * growth);
  });
}

const density = (t: number): number =>
  1 +
  2.6 * bell(t - eyeStation, 0.75) +
  2.6 * bell(t - 8.1, 0.35) +
  3.2 * bell(t - mouthStation, 0.45) +
  0.8 * bell(t - 11, 0.8);

/** Rows after `from` up to `to`, closer together where the face has detail. */
function rowsBetween(from: number, to: number, count: number): number[] {
  const steps = 400;
  const sums = [0];
  for (let i = 0; i < steps; i++)
    sums.push((sums[i] ?? 0) + density(from + ((to - from) * (i + 0.5)) / steps));
  const total = sums[steps] ?? 1;
  let k = 0;
  return Array.from({ length: count }, (_, i) => {
    const wanted = (total * (i + 1)) / count;
    while (k < steps - 1 && (sums[k + 1] ?? 0) < wanted) k++;
    const [low, high] = [sums[k] ?? 0, sums[k + 1] ?? 1];
    return i === count - 1 ? to : from + ((to - from) * (k + (wanted - low) / (high - low))) / steps;
  });
}

function angleWhere(loft: Loft, station: number, x: number): number {
  const ring = loft.ring(station);
  let [low, high] = [0, Math.PI / 2];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (ring(middle)[0] < x) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
