import type { Point } from '../still/outline.ts';
import type { Raster } from './raster.ts';

/** Softens a raster, so that its contours are smooth. */
export function softened(raster: Raster, rounds: number): Raster {
  let current = raster.values;
  for (let round = 0; round < rounds; round++) current = blurred(blurred(current, 1), raster.columns);
  return { ...raster, values: current };
}

/** The mean of each point and its two neighbours, which are `step` away. */
function blurred(values: Float32Array, step: number): Float32Array {
  const soft = values.slice();
  for (let i = step; i < values.length - step; i++)
    soft[i] = 0.25 * (values[i - step] ?? 0) + 0.5 * (values[i] ?? 0) + 0.25 * (values[i + step] ?? 0);
  return soft;
}

/** The closed lines around everything above the level, largest first. Specks are left out. */
export function contours(raster: Raster, level: number, minArea = 0.004): Point[][] {
  const { columns, rows, values, left, bottom, pitch } = raster;
  // A frame below the level closes lines that would leave the raster.
  const value = (x: number, y: number): number =>
    x <= 0 || y <= 0 || x >= columns - 1 || y >= rows - 1 ? level - 1 : (values[y * columns + x] ?? 0);
  const next = new Map<number, number>();
  const places = new Map<number, Point>();
  const cross = (x: number, y: number, isUpright: boolean): number => {
    const key = 2 * (y * columns + x) + (isUpright ? 1 : 0);
    const [a, b] = [value(x, y), isUpright ? value(x, y + 1) : value(x + 1, y)];
    const t = Math.min(1, Math.max(0, (level - a) / (b - a)));
    places.set(key, [left + pitch * (x + (isUpright ? 0 : t)), bottom + pitch * (y + (isUpright ? t : 0))]);
    return key;
  };
  for (let y = 0; y < rows - 1; y++)
    for (let x = 0; x < columns - 1; x++) {
      const first = value(x, y) > level;
      const [second, third, fourth] = [
        value(x + 1, y) > level,
        value(x + 1, y + 1) > level,
        value(x, y + 1) > level,
      ];
      if (first === second && first === third && first === fourth) continue;
      const corners = [first, second, third, fourth];
      const sides = [
        () => cross(x, y, false),
        () => cross(x + 1, y, true),
        () => cross(x, y + 1, false),
        () => cross(x, y, true),
      ];
      // Lines keep the inside on their left. They start where the corner before a side is inside and end where it is outside.
      sides.forEach((start, i) => {
        if (!corners[i] || corners[(i + 1) % 4]) return;
        for (let k = 1; k < 4; k++) {
          const end = (i + k) % 4;
          if (corners[end] || !corners[(end + 1) % 4]) continue;
          next.set(start(), sides[end]?.() ?? 0);
          return;
        }
      });
    }
  const loops: Point[][] = [];
  while (next.size > 0) {
    const loop: Point[] = [];
    let key = next.keys().next().value;
    while (key !== undefined && next.has(key)) {
      loop.push(places.get(key) ?? [0, 0]);
      const after: number | undefined = next.get(key);
      next.delete(key);
      key = after;
    }
    loops.push(loop);
  }
  const sized = loops
    .map((loop) => ({ loop, size: Math.abs(areaOf(loop)) }))
    .filter(({ size }) => size > minArea);
  return sized.sort((a, b) => b.size - a.size).map(({ loop }) => thinned(loop));
}

const areaOf = (loop: readonly Point[]): number =>
  loop.reduce((sum, [x, y], i) => {
    const [nx, ny] = loop[(i + 1) % loop.length] ?? [0, 0];
    return sum + (x * ny - nx * y) / 2;
  }, 0);

/** Fewer points where the line is nearly straight. */
function thinned(loop: readonly Point[]): Point[] {
  const kept: Point[] = [];
  let from = 0;
  for (let i = 1; i < loop.length; i++) {
    const [ax, ay] = loop[from] ?? [0, 0];
    const [bx, by] = loop[(i + 1) % loop.length] ?? [0, 0];
    const size = Math.hypot(bx - ax, by - ay) || 1;
    let bend = 0;
    for (let k = from + 1; k <= i; k++) {
      const [x, y] = loop[k] ?? [0, 0];
      bend = Math.max(bend, Math.abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / size);
    }
    if (bend < 0.0035 && size < 0.28) continue;
    kept.push(loop[i] ?? [0, 0]);
    from = i;
  }
  return kept;
}
