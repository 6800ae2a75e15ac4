import { describe, expect, it } from 'vitest';
import { type Point, pathOf } from '../still/outline.ts';
import { contours, softened } from './contour.ts';
import { rasterOf } from './raster.ts';

const grid = rasterOf(() => 0);
const placeOf = (i: number): Point => [
  grid.left + grid.pitch * (i % grid.columns),
  grid.bottom + grid.pitch * Math.floor(i / grid.columns),
];

describe('a contour', () => {
  it('follows a circle closely and has few points', () => {
    const circle = rasterOf((i) => (Math.hypot(...placeOf(i)) < 0.8 ? 1 : 0));
    const [line = [], ...others] = contours(softened(circle, 3), 0.5);
    expect(others).toEqual([]);
    for (const point of line) expect(Math.hypot(...point)).toBeCloseTo(0.8, 1);
    expect(line.length).toBeGreaterThan(12);
    expect(line.length).toBeLessThan(90);
    expect(pathOf([line])).toMatch(/^M[-\d. C]+Z$/);
  });

  it('goes around holes as well, and leaves specks out', () => {
    const ring = rasterOf((i) => {
      const [x, y] = placeOf(i);
      const away = Math.hypot(x, y);
      return (away < 0.8 && away > 0.4) || Math.hypot(x - 1.5, y) < 0.02 ? 1 : 0;
    });
    expect(contours(softened(ring, 2), 0.5)).toHaveLength(2);
  });
});
