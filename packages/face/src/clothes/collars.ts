import { bell, mix, ramp } from '../maths/smooth.ts';
import { add, unit, type Vector } from '../maths/vector.ts';
import type { Sheet } from './cloth-builder.ts';
import { AROUND, angleAt } from './garment.ts';
import type { Torso } from './torso.ts';

/** A ribbed band: up from the skin, over a round edge, down to the cloth. */
export const BAND = [
  [-0.02, -0.02],
  [-0.06, 0.012],
  [-0.05, 0.034],
  [0.0, 0.046],
  [0.1, 0.05],
  [0.17, 0.044],
  [0.19, 0.03],
] as const;

/** A plain edge, as a jacket has. */
export const EDGE = [
  [0, 0.005],
  [-0.01, 0.03],
  [0.01, 0.05],
] as const;

/** A soft tube of cloth around the neck, folded over once. */
export function rollNeck(torso: Torso, dye: number): Sheet {
  const profile = [
    [13.95, 0.0],
    [13.86, 0.018],
    [13.84, 0.04],
    [13.92, 0.062],
    [14.15, 0.076],
    [14.5, 0.084],
    [14.85, 0.086],
    [15.08, 0.08],
    [15.16, 0.062],
    [15.1, 0.045],
    [15.35, 0.04],
    [15.7, 0.03],
  ] as const;
  const points = profile.map(([station, off]) =>
    Array.from({ length: AROUND }, (_, i): Vector => {
      const angle = angleAt(i);
      const low = 0.12 * bell(angle, 0.9);
      return torso(station + low, angle, off + 0.006 * Math.sin(3 * angle + station));
    }),
  );
  return { points, closed: true, dye };
}

/** Stand and fold of a shirt's collar, open at the throat, with two points. */
export function shirtCollar(torso: Torso, dye: number): Sheet[] {
  return ([1, -1] as const).map((side): Sheet => {
    const columns = Array.from({ length: 34 }, (_, i) => mix(0.1, Math.PI + 0.01, (i / 33) ** 1.35));
    const lines = columns.map((angle) => collarLine(torso, side, angle));
    const points = Array.from({ length: COLLAR_ROWS }, (_, row) =>
      lines.map((line): Vector => line[row] ?? [0, 0, 0]),
    );
    return { points, closed: false, dye, flip: side === 1 };
  });
}

const COLLAR_ROWS = 9;

/** From the base of the stand up to the fold, over it, and down the outside to the edge. */
function collarLine(torso: Torso, side: 1 | -1, angle: number): Vector[] {
  const front = ramp(1.7, 0.15, angle);
  const tip = ramp(0.75, 0.12, angle);
  const base = torso(15.5 + 0.25 * front, side * angle, 0.025);
  const top = torso(mix(14.25, 15.05, front ** 1.3), side * angle, 0.045);
  const out = unit([top[0], 0, top[2] + 0.15]);
  const fall = mix(0.2, 0.23, front) + 0.13 * tip;
  const spread = mix(0.075, 0.15, front);
  const at = (reach: number, drop: number): Vector =>
    add(top, [out[0] * reach + side * 0.075 * tip * (drop / fall), -drop, out[2] * reach]);
  return [
    base,
    top,
    at(0.012, -0.02),
    at(0.034, -0.02),
    at(0.055, 0.02),
    at(mix(0.055, spread, 0.5), fall * 0.5),
    at(spread, fall),
    at(spread - 0.006, fall + 0.008),
    at(spread - 0.02, fall - 0.004),
  ];
}
