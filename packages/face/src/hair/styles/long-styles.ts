import { between, type Random } from '../../maths/random.ts';
import { mix, ramp } from '../../maths/smooth.ts';
import { unit, type Vector } from '../../maths/vector.ts';
import { hairline } from '../cap.ts';
import type { HairDesign, HairDesigner } from '../design.ts';
import { edgeRoots, lockAt, sideOf, spreadRoots } from '../hair-roots.ts';
import type { Scalp } from '../scalp.ts';

interface LongPlan {
  /** Where the hair is parted, and how far down it reaches. */
  readonly part: number;
  readonly end: number;
  readonly volume: number;
  readonly width: number;
  readonly count: number;
  readonly curl: { readonly radius: number; readonly turns: number };
  /** How much the tips turn towards the neck. */
  readonly tuck: number;
  readonly bangs: boolean;
  readonly segments: number;
}

/** Hair beside the face falls in front of the shoulders instead of being pushed aside by them. */
const drape = ([, y, z]: Vector): number => 0.55 * ramp(-0.75, -1.1, y) * ramp(-0.25, 0.1, z);

const topness = ([, y]: Vector): number => ramp(0.25, 0.85, y);

function longHair(scalp: Scalp, random: Random, plan: LongPlan): HairDesign {
  const line = hairline(3.25, 4.0, 5.9, 10.6);
  const comb = (p: Vector, s: number): Vector => {
    const side = sideOf(p[0] - plan.part * ramp(-0.9, 0.6, p[2]), 0.14);
    const top = topness(p);
    const inward = plan.tuck * ramp(0.72, 1, s);
    const aside = mix(0.05, 0.85, top);
    return unit([
      side * aside - Math.sign(p[0]) * inward * 1.3,
      -mix(1, 0.12, top),
      mix(-0.06, -0.4, top) + 0.4 * inward + drape(p),
    ]);
  };
  const extra = plan.bangs ? edgeRoots(scalp, line, 64, 0.74, random) : [];
  const locks = [...spreadRoots(scalp, line, plan.count, random), ...extra].map((root) => {
    const [, y, z] = root.place;
    const isBang = plan.bangs && Math.abs(root.angle) < 0.74 && root.station > 2.3 && z > 0.25;
    if (isBang) return bangAt(root, random, plan.width);
    const end = plan.end + between(random, -0.05, 0.06);
    const layer = random();
    const over = between(random, 0.5, 1) * plan.volume;
    return lockAt(root, random, {
      length: (y - end) * 0.96 + 0.42 * ramp(0.45, 1, y),
      width: plan.width * between(random, 0.8, 1.25),
      flat: 0.36,
      comb,
      lift: (s) => 0.02 + over * mix(0.6, 1, ramp(0, 0.3, s)) * (0.55 + 0.45 * layer),
      hold: (p) => 0.85 * ramp(-0.5, -0.1, p[1]),
      weight: 0.8,
      ease: 0.5,
      curl: { ...plan.curl, phase: between(random, 0, 6.28) },
      layer: mix(0.55, 1, layer),
      segments: plan.segments,
    });
  });
  return {
    cap: {
      hairline: line,
      thickness: (p) => mix(0.3, 0.75, topness(p)) * plan.volume,
      comb: (p) => comb(p, 0.1),
      fade: 0.25,
    },
    locks,
    fineness: 1,
  };
}

/** Hair over the forehead, ending above the brows. */
function bangAt(root: Parameters<typeof lockAt>[0], random: Random, width: number) {
  const fan = root.place[0] * 0.55;
  return lockAt(root, random, {
    length: (root.place[1] - 0.33) * 0.8 + 0.3 + between(random, -0.05, 0.02),
    width: width * between(random, 0.42, 0.62),
    flat: 0.4,
    comb: (p) => unit([fan, -0.25 - 0.9 * ramp(0.4, 0.65, p[2]), 0.75]),
    // The roots start under the cap, so that none shows as a bump.
    lift: (s) => mix(0.05, 0.112, ramp(0, 0.35, s)) + 0.01 * Math.sin(Math.PI * s),
    ease: 0.6,
    layer: between(random, 0.8, 1),
    segments: 10,
  });
}

export const bob: HairDesigner = (scalp, random) =>
  longHair(scalp, random, {
    part: 0.2,
    end: -0.86,
    volume: 0.13,
    width: 0.085,
    count: 300,
    curl: { radius: 0, turns: 0 },
    tuck: 1,
    bangs: true,
    segments: 13,
  });

export const long: HairDesigner = (scalp, random) =>
  longHair(scalp, random, {
    part: 0.02,
    end: -1.85,
    volume: 0.1,
    width: 0.085,
    count: 280,
    curl: { radius: 0.012, turns: 1.2 },
    tuck: 0,
    bangs: false,
    segments: 17,
  });

export const wavy: HairDesigner = (scalp, random) =>
  longHair(scalp, random, {
    part: 0.24,
    end: -1.6,
    volume: 0.16,
    width: 0.085,
    count: 270,
    curl: { radius: 0.042, turns: 2.1 },
    tuck: 0.15,
    bangs: false,
    segments: 19,
  });
