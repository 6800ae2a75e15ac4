import type { Loft } from '../head/loft.ts';
import { noiseAt } from '../maths/noise.ts';
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
    const place = ringAt(station)(angle);
    const below = subtract(ringAt(station + 0.04)(angle), place);
    const beside = subtract(ringAt(station)(angle + 0.03), place);
    return add(place, scale(unit(cross(below, beside)), off));
  };
}

/** Soft folds, as in cloth on shoulders and chest. */
export function folds([x, y, z]: Vector): number {
  const drape = noiseAt([x * 2.2 + 5, y * 3.2, z * 2]) - 0.5;
  const small = noiseAt([x * 5 + y * 3, y * 2.5, z * 4 + 9]) - 0.5;
  return 0.03 * drape + 0.012 * small;
}
