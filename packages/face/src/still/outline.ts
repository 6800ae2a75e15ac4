/** Points in head units, y upwards, as everywhere in this package. One head unit is a hundred drawing units. */
export type Point = readonly [x: number, y: number];

const number = (value: number): string => String(Math.round(value * 1000) / 10);
const coordinates = ([x, y]: Point): string => `${number(x)} ${number(-y)}`;

/** Straight lines, for points that are close together. */
export const polyline = (points: readonly Point[], closed = false): string =>
  `M${points.map(coordinates).join('L')}${closed ? 'Z' : ''}`;

/** A smooth curve through all points. */
export function smooth(points: readonly Point[], closed = false): string {
  const count = points.length;
  const at = (i: number): Point =>
    (closed ? points[((i % count) + count) % count] : points[Math.min(count - 1, Math.max(0, i))]) ?? [0, 0];
  const pieces = [`M${coordinates(at(0))}`];
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const leave: Point = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6];
    const arrive: Point = [c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6];
    pieces.push(`C${coordinates(leave)} ${coordinates(arrive)} ${coordinates(c)}`);
  }
  return `${pieces.join('')}${closed ? 'Z' : ''}`;
}

/** One path for several closed curves. Holes stay open with the even-odd rule. */
export const pathOf = (loops: readonly (readonly Point[])[]): string =>
  loops.map((loop) => smooth(loop, true)).join('');
