import type { Loft } from '../head/loft.ts';
import { mix, ramp } from '../maths/smooth.ts';
import { add, cross, scale, subtract, unit, type Vector } from '../maths/vector.ts';

/** The body under the clothes: a point at distance `off` from the skin, at a station and angle of the loft. */
export type Torso = (station: number, angle: number, off: number) => Vector;

export function torsoOf(loft: Loft): Torso {
  const rings = new Map<number, ReturnType<Loft['ring']>>();
  const ringAt = (station: number) => {
    const known = rings.get(station) ?? loft.ring(station);
    rings.set(station, known);
    return known;
  };
  return (station, angle, off) => {
    const point = ringAt(station)(angle);
    const below = subtract(ringAt(station + 0.04)(angle), point);
    const beside = subtract(ringAt(station)(angle + 0.03), point);
    return add(point, scale(unit(cross(below, beside)), off));
  };
}

/** Soft folds, as in cloth on shoulders and chest. */
export function folds([x, y, z]: Vector): number {
  const drape = noiseAt([x * 2.2 + 5, y * 3.2, z * 2]) - 0.5;
  const small = noiseAt([x * 5 + y * 3, y * 2.5, z * 4 + 9]) - 0.5;
  return 0.03 * drape + 0.012 * small;
}

function hash(x: number, y: number, z: number): number {
  const n = Math.sin(x * 127.1 + y * 311.7 + z * 74.7) * 43758.5453;
  return n - Math.floor(n);
}

/** Smooth noise in space, 0 to 1; one bump per unit. */
function noiseAt([x, y, z]: Vector): number {
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [u, v, w] = [ramp(0, 1, x - i), ramp(0, 1, y - j), ramp(0, 1, z - k)];
  const line = (dy: number, dz: number): number =>
    mix(hash(i, j + dy, k + dz), hash(i + 1, j + dy, k + dz), u);
  return mix(mix(line(0, 0), line(1, 0), v), mix(line(0, 1), line(1, 1), v), w);
}
