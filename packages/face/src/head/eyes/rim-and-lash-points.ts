import { clamp, ramp } from '../../maths/smooth.ts';
import type { Vector } from '../../maths/vector.ts';
import type { HeadForm } from '../head-form.ts';
import { turnJaw } from '../mouth/mouth-poses.ts';
import { alongEye } from './lid-surface.ts';

/** A point straight behind the edge of a lid, inside the eyeball, so that there is no gap between them. */
export function rimPoint(edge: Vector, ring: number, { eye }: HeadForm): Vector {
  const centre: Vector = [eye.centre[0] * Math.sign(edge[0]), eye.centre[1], eye.centre[2]];
  const from: Vector = [edge[0] - centre[0], edge[1] - centre[1], edge[2] - centre[2]];
  const wanted = eye.radius + (ring === 1 ? 0.001 : -0.03);
  const share = wanted / Math.hypot(from[0], from[1], from[2]);
  return [centre[0] + from[0] * share, centre[1] + from[1] * share, centre[2] + from[2] * share];
}

/** A point of a lash, which curves up and outwards from the edge of the lid. `lashes` is the length, 0 to 1. */
export function lashPoint(edge: Vector, ring: number, { eye }: HeadForm, lashes: number): Vector {
  const side = Math.sign(edge[0]);
  const u = alongEye(edge[0] * side, eye);
  if (ring === 0) return [edge[0], edge[1] - 0.006, edge[2] + 0.003];
  // One wing: thin at the inner corner, longest beside the outer one, where it sweeps up.
  const wing = ramp(-0.05, 0.3, u) * (0.55 + 0.45 * ramp(0.3, 0.95, u));
  const size = wing * (0.014 + 0.04 * lashes);
  const lift = clamp(0.75 + 2 * (edge[1] - eye.centre[1]), -0.4, 1);
  const sweep = side * (u - 0.3) * (0.5 + 0.9 * lashes) * size;
  return [edge[0] + sweep, edge[1] + size * lift, edge[2] + 0.008 + size * 0.45];
}

const bagDepth = [0.012, 0.035, 0.075, 0.14, 0.3, 0.46];
const bagRise = [0.003, 0.016, 0.06, 0.1, 0.12, 0.05];
const bagWidth = [1, 1, 0.98, 0.96, 0.8, 0.45];

/** A point inside the mouth: the lips roll in, then the bag opens above and below the teeth. `rest` is the edge at rest. */
export function mouthBagPoint(
  edge: Vector,
  rest: Vector,
  { ring, isUpper, jawOpen }: { ring: number; isUpper: boolean; jawOpen: boolean },
  { mouth }: HeadForm,
): Vector {
  const flat = Math.max(0, 1 - (Math.abs(rest[0]) / mouth.halfWidth) ** 4);
  const rise = (isUpper ? 1 : -1) * (bagRise[ring - 1] ?? 0) * flat;
  const [depth, width] = [bagDepth[ring - 1] ?? 0, bagWidth[ring - 1] ?? 1];
  if (ring <= 2) return [edge[0] * width, edge[1] + rise, edge[2] - depth];
  // It narrows with the lips. Otherwise its sides would stick out of the cheeks of a rounded mouth.
  const inside: Vector = [edge[0] * width, rest[1] + rise, rest[2] - depth];
  return jawOpen && !isUpper ? turnJaw(inside, 1) : inside;
}
