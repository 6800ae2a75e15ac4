import { bell, mix, ramp, softMax } from '../../maths/smooth.ts';
import type { Vector } from '../../maths/vector.ts';
import type { EyeForm } from '../head-form.ts';
import { type LidPose, lowerLidY, upperLidY } from './eyelids.ts';

const lidThickness = 0.013;

/** The front of a ball around the eye, or undefined beside it. */
function ballZ(x: number, y: number, eye: EyeForm, thickness: number): number | undefined {
  const [cx, cy, cz] = eye.centre;
  const rest = (eye.radius + thickness) ** 2 - (x - cx) ** 2 - (y - cy) ** 2;
  return rest > 0 ? cz + Math.sqrt(rest) : undefined;
}

export const alongEye = (x: number, eye: EyeForm): number =>
  (x - eye.inner[0]) / (eye.outer[0] - eye.inner[0]);

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
