import { between, type Random } from '../../maths/random.ts';
import { mix, ramp } from '../../maths/smooth.ts';
import { add, length, scale, subtract, unit, type Vector } from '../../maths/vector.ts';
import { hairline } from '../cap.ts';
import type { HairDesign, HairDesigner } from '../design.ts';
import { lockAt, spreadRoots } from '../hair-roots.ts';
import type { LockPlan } from '../lock.ts';
import type { Scalp } from '../scalp.ts';

/** All hair combed smoothly to one point. */
function gathered(scalp: Scalp, random: Random, knot: Vector): HairDesign {
  const line = hairline(3.15, 3.95, 5.7, 10.4);
  const comb = (p: Vector): Vector => unit(subtract(knot, p));
  const locks = spreadRoots(scalp, line, 300, random).map((root) =>
    lockAt(root, random, {
      length: length(subtract(knot, root.place)) * 1.12,
      width: 0.07 * between(random, 0.8, 1.2),
      flat: 0.32,
      comb,
      lift: (s) => 0.014 + 0.03 * Math.sin(Math.PI * s) + 0.02 * random(),
      ease: 0.55,
      layer: between(random, 0.75, 1),
      segments: 10,
    }),
  );
  const cap = { hairline: line, thickness: () => 0.032, comb, fade: 0.22 };
  return { cap, locks, fineness: 1.2 };
}

const laidLock = (random: Random, width: number, segments: number): LockPlan => ({
  root: [0, 0, 0],
  out: [0, 1, 0],
  length: 1,
  width,
  flat: 0.6,
  comb: () => [0, 1, 0],
  lift: () => 0,
  weight: 0,
  hold: () => 0,
  ease: 1,
  curl: { radius: 0, turns: 0, phase: 0 },
  layer: between(random, 0.75, 1),
  seed: random(),
  segments,
  sides: 6,
});

export const bun: HairDesigner = (scalp, random) => {
  const knot: Vector = [0, 1.13, -0.5];
  const base = gathered(scalp, random, knot);
  const radius = 0.25;
  const laid = Array.from({ length: 42 }, (_, i) => {
    const start = (i / 42) * Math.PI * 2;
    const tilt = between(random, -0.25, 0.25);
    const spine = Array.from({ length: 15 }, (_, k): Vector => {
      const t = k / 14;
      const down = mix(2.5, 0.25, t) + tilt * Math.sin(Math.PI * t);
      const around = start + 3.6 * t;
      const r = radius * (1 + 0.05 * Math.sin(5 * start));
      const on: Vector = [
        Math.sin(down) * Math.cos(around),
        Math.cos(down) * 0.88,
        Math.sin(down) * Math.sin(around),
      ];
      return add(knot, scale(on, r));
    });
    return { plan: laidLock(random, 0.055, 14), spine };
  });
  return { ...base, shaped: laid };
};

export const ponytail: HairDesigner = (scalp, random) => {
  const knot: Vector = [0.05, 0.82, -0.86];
  const base = gathered(scalp, random, knot);
  const laid = Array.from({ length: 40 }, (_, i) => {
    const fan = (i / 40) * Math.PI * 2;
    const spread = between(random, 0.2, 1);
    const spine = Array.from({ length: 18 }, (_, k): Vector => {
      const t = k / 17;
      const wide = 0.16 * spread * ramp(0, 0.35, t) * mix(1, 0.75, t);
      const arc: Vector = [
        knot[0] + 0.95 * ramp(0, 0.6, t) * (0.75 + 0.1 * Math.sin(6 * t)),
        knot[1] + 0.42 * Math.sin(Math.PI * Math.min(1, t * 1.9)) * (1 - t) - 2.0 * ramp(0.12, 1, t) * t,
        knot[2] - 0.16 * Math.sin(Math.PI * t) + 0.62 * ramp(0.35, 1, t),
      ];
      return add(arc, [Math.cos(fan) * wide, Math.sin(fan) * wide * 0.6, Math.sin(fan) * wide]);
    });
    return { plan: laidLock(random, 0.07, 17), spine };
  });
  return { ...base, shaped: laid };
};
