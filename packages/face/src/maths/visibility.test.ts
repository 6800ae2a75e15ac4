import { describe, expect, it } from 'vitest';
import { meshOf } from '../head/mesh-data.ts';
import { finished } from './steps.ts';
import type { Vector } from './vector.ts';
import { visibilitySteps } from './visibility.ts';

/** A square of two triangles that faces up. */
const plate = (half: number, y: number) => {
  const corners: Vector[] = [
    [-half, y, -half],
    [half, y, -half],
    [half, y, half],
    [-half, y, half],
  ];
  return meshOf(corners, [0, 2, 1, 0, 3, 2]);
};
const points = (...positions: readonly Vector[]) => ({
  positions: new Float32Array(positions.flat()),
  normals: new Float32Array(positions.flatMap(() => [0, 1, 0])),
});
const seen = (lights: readonly Vector[]): number[] => {
  const receiver = points([0, -1, 0], [0.9, -1, 0], [0, 0, 0]);
  return [...(finished(visibilitySteps([plate(0.3, 0)], [receiver], lights))[0] ?? [])];
};

describe('what vertices see of far lights', () => {
  it('a plate casts a shadow below itself, not beside it and not on itself', () => {
    expect(seen([[0, 1, 0]])).toEqual([0, 1, 1].map((light) => expect.closeTo(light, 2)));
  });

  it('the shadow falls away from the light', () => {
    const [below, beside] = seen([[-0.9, 1, 0]]);
    expect(below).toBeCloseTo(1, 2);
    expect(beside).toBeCloseTo(0, 2);
  });

  it('half of the lights give half of the light, and lights behind the surface do not count', () => {
    expect(
      seen([
        [-0.9, 1, 0],
        [0.9, 1, 0],
        [0, -1, 0],
      ])[1],
    ).toBeCloseTo(0.5, 2);
  });
});
