import type { Curve } from '../maths/curve.ts';
import { between, type Random } from '../maths/random.ts';
import { clamp } from '../maths/smooth.ts';
import type { Vector } from '../maths/vector.ts';
import { insideHairline } from './cap.ts';
import type { LockPlan } from './lock.ts';
import type { Scalp } from './scalp.ts';

export interface Root {
  readonly place: Vector;
  readonly out: Vector;
  readonly station: number;
  readonly angle: number;
  /** In stations from the hairline. */
  readonly inside: number;
}

const golden = Math.PI * (3 - Math.sqrt(5));

/** Evenly spread roots inside the hairline. `count` is the number for a whole head down to the nape. */
export function spreadRoots(scalp: Scalp, line: Curve, count: number, random: Random): Root[] {
  const roots: Root[] = [];
  for (let i = 0; i < count; i++) {
    // On a sphere, equal steps of height have equal areas. Stations are close to equal steps of arc.
    const arc = Math.acos(1 - 1.72 * ((i + 0.5) / count));
    const station = (arc / Math.acos(1 - 1.72)) * 10.8 + between(random, -0.12, 0.12);
    const angle = wrap(i * golden + between(random, -0.1, 0.1));
    const inside = insideHairline(line, station, angle);
    if (inside > 0 && station > 0.05) roots.push({ ...scalp.at(station, angle), station, angle, inside });
  }
  return roots;
}

/** Roots just behind the hairline, from temple to temple. Without them the edge of the cap is visible. */
export function edgeRoots(scalp: Scalp, line: Curve, count: number, reach: number, random: Random): Root[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = ((i + between(random, 0.2, 0.8)) / count) * 2 * reach - reach;
    const inside = between(random, 0.04, 0.3);
    const station = line(Math.abs(angle)) - inside;
    return { ...scalp.at(station, angle), station, angle, inside };
  });
}

/** The side of the parting to which hair is combed, -1 to 1. Right at the parting it goes backwards, which avoids a hard edge. */
export const sideOf = (away: number, width: number): number => clamp(away / width, -1, 1);

const wrap = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));

/** Fills in the values that most locks share. */
export function lockAt(
  root: Root,
  random: Random,
  plan: Pick<LockPlan, 'length' | 'width' | 'comb' | 'lift'> & Partial<LockPlan>,
): LockPlan {
  return {
    root: root.place,
    out: root.out,
    flat: 0.5,
    weight: 0,
    hold: () => 0.85,
    ease: 0.45,
    curl: { radius: 0, turns: 0, phase: 0 },
    layer: between(random, 0.72, 1),
    seed: random(),
    segments: 10,
    sides: 6,
    ...plan,
  };
}
