import { describe, expect, it } from 'vitest';
import { ellipsoid, type Field, rod, smoothUnion } from './field.ts';
import { finished } from './steps.ts';
import { type Surface, surfaceSteps } from './surface.ts';

const box = { low: [-1, -1, -1], high: [1, 1, 1] } as const;
const surfaceOf = (field: Field, isHidden: Field = () => 1): Surface =>
  finished(surfaceSteps(field, box, 0.05, isHidden));

/** The volume inside a mesh; negative if its triangles face inwards. */
function volumeOf({ points, triangles }: Surface): number {
  let volume = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => points[triangles[t + k] ?? 0]);
    if (!a || !b || !c) continue;
    volume +=
      (a[0] * (b[1] * c[2] - b[2] * c[1]) -
        a[1] * (b[0] * c[2] - b[2] * c[0]) +
        a[2] * (b[0] * c[1] - b[1] * c[0])) /
      6;
  }
  return volume;
}

/** Edges that do not belong to exactly two triangles. */
function openEdges({ triangles }: Surface): number {
  const uses = new Map<string, number>();
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const ends = [triangles[t + k] ?? 0, triangles[t + ((k + 1) % 3)] ?? 0].sort((a, b) => a - b);
      uses.set(ends.join(), (uses.get(ends.join()) ?? 0) + 1);
    }
  return [...uses.values()].filter((count) => count !== 2).length;
}

describe('the surface of a shape', () => {
  it('is closed, faces outwards and has the volume of a ball', () => {
    const surface = surfaceOf(ellipsoid([0.1, 0, 0], [0.6, 0.6, 0.6]));
    expect(openEdges(surface)).toBe(0);
    expect(volumeOf(surface)).toBeCloseTo((4 / 3) * Math.PI * 0.6 ** 3, 1);
  });

  it('joins shapes into one, larger than the first and smaller than both', () => {
    const [ball, bar] = [
      ellipsoid([0, 0, 0], [0.4, 0.4, 0.4]),
      rod(
        [
          [-0.7, 0, 0],
          [0.7, 0, 0],
        ],
        () => 0.15,
      ),
    ];
    const volume = (field: typeof ball) => volumeOf(surfaceOf(field));
    const joined = surfaceOf(smoothUnion([ball, bar], 0.05));
    expect(openEdges(joined)).toBe(0);
    expect(volumeOf(joined)).toBeGreaterThan(volume(ball));
    expect(volumeOf(joined)).toBeLessThan(volume(ball) + volume(bar));
  });

  it('leaves out what is hidden', () => {
    const ball = ellipsoid([0, 0, 0], [0.6, 0.6, 0.6]);
    const whole = surfaceOf(ball);
    const half = surfaceOf(ball, (_x, _y, z) => z);
    expect(half.triangles.length).toBeLessThan(whole.triangles.length * 0.6);
    expect(half.triangles.length).toBeGreaterThan(whole.triangles.length * 0.4);
  });
});
