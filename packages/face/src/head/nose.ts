import { ellipsoid, type Field, rod } from '../maths/field.ts';
import { bell, mix, ramp, softMin } from '../maths/smooth.ts';
import { add, scale, unit, type Vector } from '../maths/vector.ts';
import type { NoseForm } from './head-form.ts';

const ball = (centre: Vector, radius: number): Field => ellipsoid(centre, [radius, radius, radius]);

/** The distance to the nose, for the half x ≥ 0. */
function noseField(nose: NoseForm): Field {
  const tip: Vector = [0, nose.tipY + 0.012 * nose.upturn, nose.tipZ - nose.tipRadius];
  const root: Vector = [0, 0.09, 0.69 + 0.03 * nose.bridge];
  const middle: Vector = [0, -0.12, 0.77 + 0.035 * nose.bridge];
  const base: Vector = [0, nose.tipY - 0.05, 0.8];
  const foot: Vector = [0, nose.tipY + 0.012, nose.tipZ - 0.165];
  const bridgeRadius = nose.bridgeRadius * 1.1;
  const upperBridge = rod([root, middle], () => bridgeRadius);
  const lowerBridge = rod([middle, tip], (t) => mix(bridgeRadius, nose.tipRadius * 0.84, t));
  // The walls of the nose. Without them the bridge would look like a stick on the face.
  const walls = rod([[0, -0.02, 0.69], foot], (t) => mix(nose.bridgeRadius, nose.wingX * 0.98, t));
  const end = ball(tip, nose.tipRadius);
  const wingZ = nose.tipZ - 0.135;
  const wing: Vector = [nose.wingX, nose.tipY - 0.014 - 0.01 * nose.upturn, wingZ];
  const wings = ball(wing, nose.wingRadius);
  const betweenNostrils = rod([tip, base], (t) => mix(0.036, 0.03, t));
  return (x, y, z) => {
    const ridge = softMin(upperBridge(x, y, z), lowerBridge(x, y, z), 0.06);
    const flesh = softMin(softMin(ridge, walls(x, y, z), 0.06), end(x, y, z), 0.05);
    const flared = softMin(flesh, wings(x, y, wingZ + (z - wingZ) * 0.72), 0.03);
    return softMin(flared, betweenNostrils(x, y, z), 0.03);
  };
}

/** How far along the direction the outermost surface of face and nose is. */
function reachOf(p: Vector, way: Vector, distance: Field, round: number): number {
  const outside = (t: number): number => softMin(t, distance(...add(p, scale(way, t))), round);
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
 * Moves points of the face out to the surface of the nose. They move forward and a little up, so that the underside gets
 * vertices of its own instead of one stretched wall.
 */
export function noseOn(nose: NoseForm): (p: Vector) => Vector {
  const distance = noseField(nose);
  return (p) => {
    const x = Math.abs(p[0]);
    if (p[2] < 0.4 || x > 0.3 || p[1] > 0.3 || p[1] < nose.tipY - 0.3) return p;
    const y = p[1] - gathered(p[1] - nose.tipY + 0.105) * bell(x, 0.13);
    const way = unit([0, 0.45 * ramp(0.12, -0.2, y), 1]);
    const round = mix(0.045, 0.1, ramp(nose.tipY + 0.02, nose.tipY + 0.16, y));
    return add([p[0], y, p[2]], scale(way, reachOf([x, y, p[2]], way, distance, round)));
  };
}

/** How far a row near the base of the nose is pulled towards it. */
const gathered = (away: number): number => 0.5 * away * bell(away, 0.065);

/** How deep inside a nostril a point is, 0 to 1. */
export function nostrilDepth(p: Vector, nose: NoseForm): number {
  const [x, y, z] = [nose.wingX * 0.62, nose.tipY - 0.058, nose.tipZ - 0.1];
  return bell(Math.hypot((Math.abs(p[0]) - x) * 0.85, (p[1] - y) * 1.35, (p[2] - z) * 0.5), 0.018);
}

/** How much a point belongs to the underside of the nose, where the skin must be smoothed: 0 to 1. */
export function underNose(p: Vector, nose: NoseForm): number {
  if (p[2] < 0.5) return 0;
  const across = 1 - ramp(nose.wingX + 0.03, nose.wingX + 0.1, Math.abs(p[0]));
  return (
    across * ramp(nose.tipY + 0.03, nose.tipY - 0.03, p[1]) * ramp(nose.tipY - 0.2, nose.tipY - 0.1, p[1])
  );
}
