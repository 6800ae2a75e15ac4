import { add, blend, scale, unit, type Vector } from '../maths/vector.ts';
import type { Scalp } from './scalp.ts';

/** One lock of hair: where it grows and how. Functions of `s` run from the root (0) to the tip (1). */
export interface LockPlan {
  readonly root: Vector;
  readonly out: Vector;
  readonly length: number;
  readonly width: number;
  /** Thickness as a share of the width. */
  readonly flat: number;
  /** The direction of the hair at a point, before its weight pulls it down. */
  comb(p: Vector, s: number): Vector;
  /** The minimum distance from the head. */
  lift(s: number, p: Vector): number;
  /** How firmly it keeps that distance, 0 to 1. Hair that hangs free has 0. */
  hold(p: Vector, s: number): number;
  readonly weight: number;
  /** How readily it follows the comb direction, 0 to 1. */
  readonly ease: number;
  readonly curl: { readonly radius: number; readonly turns: number; readonly phase: number };
  /** 0 deep under others to 1 outermost. */
  readonly layer: number;
  readonly seed: number;
  readonly segments: number;
  /** Corners of its cross-section. */
  readonly sides: number;
}

/** Grows a lock step by step and returns the points of its spine. */
export function growLock(plan: LockPlan, scalp: Scalp): Vector[] {
  const step = plan.length / plan.segments;
  let place = scalp.outside(add(plan.root, scale(plan.out, 0.01)), plan.lift(0, plan.root), 0);
  let way = unit(add(scale(plan.out, 0.5), plan.comb(place, 0)));
  const spine = [place];
  for (let i = 1; i <= plan.segments; i++) {
    const s = i / plan.segments;
    const hold = plan.hold(place, s);
    const wanted = unit(add(plan.comb(place, s), [0, -plan.weight * s, 0]));
    way = unit(blend(way, unit(blend(wanted, scalp.along(place, wanted), hold)), plan.ease));
    place = scalp.outside(add(place, scale(way, step)), plan.lift(s, place), hold);
    spine.push(place);
  }
  return plan.curl.radius > 0 ? curled(spine, plan, scalp) : spine;
}

/** Winds the spine around itself. */
function curled(spine: readonly Vector[], plan: LockPlan, scalp: Scalp): Vector[] {
  const { radius, turns, phase } = plan.curl;
  return spine.map((p, i) => {
    const s = i / (spine.length - 1);
    const [before, after] = [spine[Math.max(0, i - 1)] ?? p, spine[Math.min(spine.length - 1, i + 1)] ?? p];
    const along = unit([after[0] - before[0], after[1] - before[1], after[2] - before[2]]);
    const { out, beside } = frameAt(along, scalp.outward(p));
    const angle = phase + turns * 2 * Math.PI * s;
    const reach = radius * Math.min(1, s * 4);
    return add(p, add(scale(out, Math.cos(angle) * reach), scale(beside, Math.sin(angle) * reach)));
  });
}

/** Two directions across `along`: one pointing away from the head as far as possible. */
export function frameAt(along: Vector, outward: Vector): { out: Vector; beside: Vector } {
  const share = along[0] * outward[0] + along[1] * outward[1] + along[2] * outward[2];
  const rest: Vector = [
    outward[0] - along[0] * share,
    outward[1] - along[1] * share,
    outward[2] - along[2] * share,
  ];
  const out =
    Math.hypot(rest[0], rest[1], rest[2]) > 1e-4 ? unit(rest) : unit([along[1], along[2], along[0]]);
  const beside: Vector = [
    along[1] * out[2] - along[2] * out[1],
    along[2] * out[0] - along[0] * out[2],
    along[0] * out[1] - along[1] * out[0],
  ];
  return { out, beside };
}
