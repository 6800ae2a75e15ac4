import { add, cross, scale, subtract, unit, type Vector } from './vector.ts';

/** A tube along a line of points: rings of `sides` points each, in order. */
export function tubeAlong(
  line: readonly Vector[],
  radius: (t: number) => readonly [wide: number, thick: number],
  options: { readonly sides: number; readonly closed: boolean; readonly up: Vector },
): Vector[][] {
  const count = line.length;
  return line.map((p, i) => {
    const before = line[options.closed ? (i + count - 1) % count : Math.max(0, i - 1)] ?? p;
    const after = line[options.closed ? (i + 1) % count : Math.min(count - 1, i + 1)] ?? p;
    const along = unit(subtract(after, before));
    const beside = unit(cross(options.up, along));
    const over = cross(along, beside);
    const [wide, thick] = radius(i / (count - 1));
    return Array.from({ length: options.sides }, (_, k) => {
      const turn = (k / options.sides) * 2 * Math.PI;
      return add(p, add(scale(beside, Math.cos(turn) * wide), scale(over, Math.sin(turn) * thick)));
    });
  });
}
