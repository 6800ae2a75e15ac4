import { describe, expect, it } from 'vitest';
import { headAtRest } from '../head/head-mesh.ts';
import { lookPresetNames, presets } from '../look/presets.ts';
import { contours, pathOf, softened } from './contour.ts';
import { outlineOf } from './draw-relief.ts';
import type { Point } from './outline.ts';
import { project, rasterOf } from './raster.ts';
import { reliefOf } from './relief.ts';

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

describe('the outline of the drawing', () => {
  it.for(lookPresetNames)('is that of the 3D head: %s', (name) => {
    const head = headAtRest(presets[name]);
    const [outline = []] = outlineOf(reliefOf(head, presets[name]).face.whole);
    const widest = Math.max(...outline.map(([x]) => x));
    let expected = 0;
    for (let i = 0; i < head.positions.length; i += 3) {
      const [x, y, z] = [head.positions[i] ?? 0, head.positions[i + 1] ?? 0, head.positions[i + 2] ?? 0];
      if (y > -0.9) expected = Math.max(expected, project(x, y, z)[0]);
    }
    expect(Math.abs(widest - expected)).toBeLessThan(0.03);
  });
});
