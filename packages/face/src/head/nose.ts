import { bell, clamp, mix, ramp, softMin } from '../maths/smooth.ts';
import type { Vector } from '../maths/vector.ts';
import type { NoseForm } from './head-form.ts';

function ball(p: Vector, centre: Vector, radius: number): number {
  return Math.hypot(p[0] - centre[0], p[1] - centre[1], p[2] - centre[2]) - radius;
}

/** A rod with two radii, for the bridge and the part between the nostrils. */
function rod(p: Vector, a: Vector, b: Vector, radiusA: number, radiusB: number): number {
  const d: Vector = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const q: Vector = [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
  const t = clamp((q[0] * d[0] + q[1] * d[1] + q[2] * d[2]) / (d[0] ** 2 + d[1] ** 2 + d[2] ** 2), 0, 1);
  const radius = radiusA + (radiusB - radiusA) * t;
  return Math.hypot(q[0] - d[0] * t, q[1] - d[1] * t, q[2] - d[2] * t) - radius;
}

/** Signed distance to the nose, for the half x ≥ 0. */
function noseDistance(p: Vector, nose: NoseForm): number {
  const tip: Vector = [0, nose.tipY + 0.012 * nose.upturn, nose.tipZ - nose.tipRadius];
  const root: Vector = [0, 0.09, 0.69 + 0.03 * nose.bridge];
  const middle: Vector = [0, -0.12, 0.77 + 0.035 * nose.bridge];
  const base: Vector = [0, nose.tipY - 0.05, 0.8];
  const upperBridge = rod(p, root, middle, nose.bridgeRadius * 1.1, nose.bridgeRadius * 1.1);
  const lowerBridge = rod(p, middle, tip, nose.bridgeRadius * 1.1, nose.tipRadius * 0.84);
  // The walls of the nose. Without them the bridge would look like a stick on the face.
  const foot: Vector = [0, nose.tipY + 0.012, nose.tipZ - 0.165];
  const walls = rod(p, [0, -0.02, 0.69], foot, nose.bridgeRadius, nose.wingX * 0.98);
  const ridge = softMin(upperBridge, lowerBridge, 0.06);
  const flesh = softMin(softMin(ridge, walls, 0.06), ball(p, tip, nose.tipRadius), 0.05);
  const wingZ = nose.tipZ - 0.135;
  const wing: Vector = [nose.wingX, nose.tipY - 0.014 - 0.01 * nose.upturn, wingZ];
  const wings = ball([p[0], p[1], wingZ + (p[2] - wingZ) * 0.72], wing, nose.wingRadius);
  return softMin(softMin(flesh, wings, 0.03), rod(p, tip, base, 0.036, 0.03), 0.03);
}

const nostrilAt = (nose: NoseForm): Vector => [nose.wingX * 0.58, nose.tipY - 0.062, nose.tipZ - 0.115];

/** How far along the direction the outermost surface of face and nose is. */
function reachOf(p: Vector, way: Vector, nose: NoseForm): number {
  const round = mix(0.045, 0.1, ramp(nose.tipY + 0.02, nose.tipY + 0.16, p[1]));
  const outside = (t: number): number => {
    const q: Vector = [p[0] + way[0] * t, p[1] + way[1] * t, p[2] + way[2] * t];
    return softMin(t, noseDistance(q, nose), round);
  };
  let far = 0.36;
  while (far > -0.03 && outside(far - 0.02) > 0) far -= 0.02;
  let near = far - 0.02;
  for (let i = 0; i < 12; i++) {
    const middle = (near + far) / 2;
    if (outside(middle) > 0) far = middle;
    else near = middle;
  }
  return far;
}

/**
 * Moves a point of the face out to the surface of the nose. It moves forward and a little up, so that the underside gets
 * vertices of its own instead of one stretched wall.
 */
export function addNose(p: Vector, nose: NoseForm): Vector {
  const x = Math.abs(p[0]);
  if (p[2] < 0.4 || x > 0.3 || p[1] > 0.3 || p[1] < nose.tipY - 0.3) return p;
  const y = p[1] - gathered(p[1] - nose.tipY + 0.105) * bell(x, 0.13);
  const lift = 0.45 * ramp(0.12, -0.2, y);
  const size = Math.hypot(lift, 1);
  const way: Vector = [0, lift / size, 1 / size];
  const reach = reachOf([x, y, p[2]], way, nose);
  return [p[0], y + way[1] * reach, p[2] + way[2] * reach];
}

/** How far a row near the base of the nose is pulled towards it. */
const gathered = (away: number): number => 0.5 * away * bell(away, 0.065);

/** How deep inside a nostril a point is, 0 to 1. */
export function nostrilDepth(p: Vector, nose: NoseForm): number {
  const [x, y, z] = nostrilAt(nose);
  return bell(Math.hypot(Math.abs(p[0]) - x, (p[1] - y) * 1.3, (p[2] - z) * 0.6), 0.017);
}

/** How much a point belongs to the underside of the nose, where the skin must be smoothed: 0 to 1. */
export function underNose(p: Vector, nose: NoseForm): number {
  if (p[2] < 0.5) return 0;
  const across = 1 - ramp(nose.wingX + 0.03, nose.wingX + 0.1, Math.abs(p[0]));
  return (
    across * ramp(nose.tipY + 0.03, nose.tipY - 0.03, p[1]) * ramp(nose.tipY - 0.2, nose.tipY - 0.1, p[1])
  );
}
