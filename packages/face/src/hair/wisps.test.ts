import { describe, expect, it } from 'vitest';
import { ellipsoid } from '../maths/field.ts';
import { unit, type Vector } from '../maths/vector.ts';
import { wispsOn } from './wisps.ts';

const ball = ellipsoid([0, 0, 0], [1, 1, 1]);
const ground = {
  field: ball,
  normalAt: (at: Vector): Vector => unit(at),
  flowAt: ([x, y]: Vector): Vector => unit([y, -x, 0]),
  isBare: () => false,
  curl: 0,
};

describe('single strands', () => {
  it('begin on the hair, leave it towards their tips and get thinner', () => {
    const wisps = wispsOn([[0.6, 0.8, 0]], 40, ground);
    expect(wisps).toHaveLength(40);
    for (const wisp of wisps) {
      const heights = wisp.map(({ root }) => ball(...root));
      expect(heights[0]).toBeCloseTo(0.004, 3);
      expect(heights).toEqual(heights.toSorted((a, b) => a - b));
      expect(heights.at(-1)).toBeLessThan(0.06);
      const widths = wisp.map(({ sides: [a, b] }) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
      expect(widths).toEqual(widths.toSorted((a, b) => b - a));
    }
  });

  it('run down, whatever the sign of the flow', () => {
    const upwards = { ...ground, flowAt: (at: Vector): Vector => ground.flowAt([-at[0], -at[1], at[2]]) };
    for (const each of [ground, upwards])
      for (const wisp of wispsOn([[0.6, 0.8, 0]], 10, each))
        expect(wisp.at(-1)?.root[1]).toBeLessThan(wisp[0]?.root[1] ?? 0);
  });

  it('do not exist where no hair is', () => {
    expect(wispsOn([], 40, ground)).toEqual([]);
  });

  it('do not reach beyond the hairline', () => {
    const all = wispsOn([[0.6, 0.8, 0]], 40, ground);
    const isBare = ([, y]: Vector): boolean => y < 0.5;
    const kept = all.filter((wisp) => wisp.every(({ root }) => !isBare(root)));
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(all.length);
    expect(wispsOn([[0.6, 0.8, 0]], 40, { ...ground, isBare })).toEqual(kept);
  });
});
