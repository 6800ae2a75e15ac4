import type { Curve } from '../../maths/curve.ts';
import { between, type Random } from '../../maths/random.ts';
import { bell, mix, ramp } from '../../maths/smooth.ts';
import { unit, type Vector } from '../../maths/vector.ts';
import { hairline } from '../cap.ts';
import type { HairDesign, HairDesigner } from '../design.ts';
import { edgeRoots, lockAt, type Root, sideOf, spreadRoots } from '../hair-roots.ts';
import type { Scalp } from '../scalp.ts';

interface ShortPlan {
  readonly line: Curve;
  comb(p: Vector, s: number): Vector;
  /** The thickness of the hair at a point. */
  thickness(p: Vector): number;
  readonly topLength: number;
  readonly sideLength: number;
  readonly width: number;
  readonly count: number;
  /** How far single locks and their tips stand out. */
  readonly relief: number;
  readonly tips: number;
  readonly fade: number;
  /** The part of its length in which a lock at the hairline rises to the full thickness. */
  readonly rise?: number;
}

const topness = ([, y]: Vector): number => ramp(0.3, 0.7, y);
const frontness = ([, , z]: Vector): number => ramp(0, 0.5, z);

function shortHair(scalp: Scalp, random: Random, plan: ShortPlan): HairDesign {
  const { rise = 0.1 } = plan;
  const lockOf = (root: Root) => {
    const top = topness(root.place);
    const behind = ramp(0.1, 0.7, root.inside);
    const high = between(random, 0.3, 1) * plan.relief;
    const tip = between(random, 0, 1) * plan.tips;
    return lockAt(root, random, {
      length: mix(plan.sideLength, plan.topLength, top) * between(random, 0.75, 1.2),
      width: plan.width * mix(0.8, 1, top) * between(random, 0.75, 1.25),
      flat: 0.34,
      comb: plan.comb,
      lift: (s, p) =>
        plan.thickness(p) * mix(0.45 * behind, 1.06, ramp(0, mix(rise, 0.35, behind), s)) +
        high * Math.sin(Math.PI * s) +
        tip * s * s -
        0.004,
      layer: between(random, 0.72, 1),
      segments: top > 0.3 ? 10 : 6,
    });
  };
  const roots = spreadRoots(scalp, plan.line, plan.count, random);
  const edge = edgeRoots(scalp, plan.line, 56, 1.05, random);
  return {
    cap: { hairline: plan.line, thickness: plan.thickness, comb: (p) => plan.comb(p, 0.5), fade: plan.fade },
    locks: [...roots, ...edge].map(lockOf),
    fineness: 1,
  };
}

const downBack = (p: Vector): Vector => unit([0, -1, p[2] > -0.4 ? -0.6 : 0.1]);

const blendComb = (top: Vector, side: Vector, share: number): Vector =>
  unit([mix(side[0], top[0], share), mix(side[1], top[1], share), mix(side[2], top[2], share)]);

const part = 0.27;

export const short: HairDesigner = (scalp, random) =>
  shortHair(scalp, random, {
    line: hairline(3.25, 4.0, 6.0, 10.2),
    comb: (p) => {
      const side = sideOf(p[0] - part, 0.07);
      return blendComb([side * 0.9, side > 0 ? -0.4 : 0.1, -0.34], downBack(p), topness(p));
    },
    thickness: (p) => {
      const parted = 1 - 0.72 * bell(p[0] - part, 0.05) * frontness(p);
      const swell = 0.05 * frontness(p) * bell(p[0] + 0.02, 0.26);
      return mix(0.035, (0.1 + swell) * parted, topness(p));
    },
    topLength: 0.5,
    sideLength: 0.2,
    width: 0.05,
    count: 420,
    relief: 0.025,
    tips: 0.015,
    fade: 0.24,
  });

export const quiff: HairDesigner = (scalp, random) =>
  shortHair(scalp, random, {
    line: hairline(3.0, 3.75, 5.9, 10),
    comb: (p, s) => {
      const rise = frontness(p) * Math.max(0, 1 - 1.6 * s);
      return blendComb([0.1 - 0.25 * p[0], 0.25 + 1.1 * rise, -0.9 + 0.6 * rise], downBack(p), topness(p));
    },
    thickness: (p) =>
      mix(0.018, 0.09 + 0.13 * ramp(0.62, 0.4, p[2]) * ramp(-0.1, 0.3, p[2]) * bell(p[0], 0.36), topness(p)),
    topLength: 0.56,
    sideLength: 0.14,
    width: 0.05,
    count: 400,
    relief: 0.03,
    tips: 0.03,
    fade: 0.5,
    rise: 0.32,
  });

export const fringe: HairDesigner = (scalp, random) =>
  shortHair(scalp, random, {
    line: hairline(3.3, 4.2, 6.2, 10.3),
    comb: (p) => {
      const fall = ramp(0.35, 0.62, p[2]);
      const sway = 0.3 * Math.sin(7 * p[0] + 1) + 0.35 * p[0] - 0.18;
      return blendComb([sway, 0.1 - 0.75 * fall, 0.9], downBack(p), Math.min(1, topness(p) + fall * 0.6));
    },
    thickness: (p) => mix(0.045, 0.11, topness(p)),
    topLength: 0.5,
    sideLength: 0.24,
    width: 0.048,
    count: 430,
    relief: 0.035,
    tips: 0.03,
    fade: 0.26,
  });

export const pixie: HairDesigner = (scalp, random) =>
  shortHair(scalp, random, {
    line: hairline(3.2, 4.1, 6.3, 10.4),
    comb: (p) => {
      const side = sideOf(p[0] - 0.3, 0.1);
      const fall = ramp(0.3, 0.6, p[2]);
      return blendComb(
        [side * 0.95, -0.12 - 0.4 * fall, 0.25],
        downBack(p),
        Math.max(topness(p), 0.6 * fall),
      );
    },
    thickness: (p) => mix(0.055, 0.13, topness(p)),
    topLength: 0.62,
    sideLength: 0.3,
    width: 0.055,
    count: 390,
    relief: 0.03,
    tips: 0.02,
    fade: 0.26,
  });

export const receding: HairDesigner = (scalp, random) =>
  shortHair(scalp, random, {
    line: hairline(1.2, 2.9, 6.1, 10.3),
    comb: (p) => blendComb([0.3 * p[0], -0.1, -1], downBack(p), topness(p)),
    thickness: (p) => mix(0.045, 0.025, topness(p)),
    topLength: 0.26,
    sideLength: 0.2,
    width: 0.042,
    count: 420,
    relief: 0.014,
    tips: 0.012,
    fade: 0.5,
  });
