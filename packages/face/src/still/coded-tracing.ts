import type { Point } from './outline.ts';
import { mapLoops, type Tracing } from './tracing.ts';

/** A tracing as compact data: each point is the offset from the previous point, in thousandths. */
export type CodedTracing = Tracing<readonly number[]>;

/** The resolution of a tracing: parts per head unit. The drawing rounds to the same. */
const parts = 1000;

export const rounded = (value: number): number => Math.round(value * parts) / parts;

export const encodeTracing = (tracing: Tracing): CodedTracing =>
  mapLoops(tracing, (loop) => {
    let [fromX, fromY] = [0, 0];
    return loop.flatMap((point) => {
      const [x, y] = [Math.round(point[0] * parts), Math.round(point[1] * parts)];
      const way = [x - fromX, y - fromY];
      [fromX, fromY] = [x, y];
      return way;
    });
  });

export const decodeTracing = (coded: CodedTracing): Tracing =>
  mapLoops(coded, (ways) => {
    const loop: Point[] = [];
    let [x, y] = [0, 0];
    for (let i = 0; i < ways.length; i += 2) {
      x += ways[i] ?? 0;
      y += ways[i + 1] ?? 0;
      loop.push([x / parts, y / parts]);
    }
    return loop;
  });
