import { bell, clamp, mix, ramp, softMax } from '../../maths/smooth.ts';
import { add, scale, subtract, unit, type Vector } from '../../maths/vector.ts';
import type { EyeForm, HeadForm } from '../head-form.ts';
import { type LidPose, lowerLidY, upperLidY } from './eyelids.ts';

const lidThickness = 0.013;

/** The front of a ball around the eye, or undefined beside it. */
function ballZ(x: number, y: number, eye: EyeForm, thickness: number): number | undefined {
  const [cx, cy, cz] = eye.centre;
  const rest = (eye.radius + thickness) ** 2 - (x - cx) ** 2 - (y - cy) ** 2;
  return rest > 0 ? cz + Math.sqrt(rest) : undefined;
}

const alongEye = (x: number, eye: EyeForm): number => (x - eye.inner[0]) / (eye.outer[0] - eye.inner[0]);

/**
 * Opens the slit of the eye. Rows above it move up to the edge of the upper lid, rows below move down to the lower one,
 * and the rows nearby lie on the eyeball. For the half x ≥ 0. `rowY` is the height of the slit's row at this point.
 */
export function addLids(p: Vector, rowY: number, isUpper: boolean, eye: EyeForm, pose: LidPose): Vector {
  const [x, y, z] = p;
  if (z < 0.2 || y > 0.45 || y < -0.4) return p;
  const u = alongEye(x, eye);
  const width = eye.outer[0] - eye.inner[0];
  const beside = Math.max(0, -u, u - 1) * width;
  const edge = isUpper ? upperLidY(u, eye, pose) : lowerLidY(u, eye, pose);
  const reach = isUpper ? 0.27 : 0.2;
  const away = Math.abs(y - rowY) / reach;
  const moved = y + (edge - rowY) * (1 - ramp(0, 1, away)) * bell(beside, 0.075);
  const fromEdge = Math.abs(moved - edge);
  let depth = z;
  if (isUpper) depth += foldAbove(fromEdge, u, beside, eye, pose);
  const ball = ballZ(x, moved, eye, lidThickness);
  if (ball !== undefined) {
    const onBall = (1 - ramp(0, 0.03, fromEdge)) * (1 - ramp(0, 0.035, beside));
    depth = mix(softMax(depth, ball, isUpper ? 0.035 : 0.07), ball, onBall);
  }
  return [x, moved, depth];
}

/** The groove above the lid, and skin that hangs over it. */
function foldAbove(fromEdge: number, u: number, beside: number, eye: EyeForm, pose: LidPose): number {
  const along = bell(beside, 0.03) * ramp(-0.05, 0.2, u);
  const open = 1 - 0.8 * pose.shut;
  const groove = -0.024 * eye.fold * open * bell(fromEdge - 0.042, 0.013);
  const hood = 0.045 * eye.hood * bell(fromEdge - 0.062, 0.026) * mix(0.6, 1, u);
  return along * (groove + hood * (0.4 + 0.6 * open));
}

/** A point straight behind the edge of a lid, inside the eyeball, so that there is no gap between them. */
export function rimPoint(edge: Vector, ring: number, { eye }: HeadForm): Vector {
  const centre: Vector = [eye.centre[0] * Math.sign(edge[0]), eye.centre[1], eye.centre[2]];
  return add(centre, scale(unit(subtract(edge, centre)), eye.radius + (ring === 1 ? 0.001 : -0.03)));
}

/** A point of a lash, which curves up and outwards from the edge of the lid. `lashes` is the length, 0 to 1. */
export function lashPoint(edge: Vector, ring: number, { eye }: HeadForm, lashes: number): Vector {
  const side = Math.sign(edge[0]);
  const u = alongEye(edge[0] * side, eye);
  if (ring === 0) return [edge[0], edge[1] - 0.006, edge[2] + 0.003];
  // One wing: thin at the inner corner, longest beside the outer one, where it sweeps up.
  const wing = ramp(-0.05, 0.3, u) * (0.55 + 0.45 * ramp(0.3, 0.95, u));
  const size = wing * (0.018 + 0.05 * lashes);
  const lift = clamp(0.75 + 2 * (edge[1] - eye.centre[1]), -0.4, 1);
  const sweep = side * (u - 0.3) * (0.5 + 0.9 * lashes) * size;
  return [edge[0] + sweep, edge[1] + size * lift, edge[2] + 0.008 + size * 0.45];
}
