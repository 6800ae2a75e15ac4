import { bell, fractions, mix, ramp } from '../maths/smooth.ts';
import { add, unit, type Vector } from '../maths/vector.ts';
import { around, type ClothSheet, outlines } from './garment.ts';
import type { Torso } from './torso.ts';

/** A soft tube of cloth around the neck, folded over once. */
export function rollNeck(torso: Torso, dye: number): ClothSheet {
  const points = outlines.rollNeck.map(([station, off]) =>
    around.map((angle): Vector => {
      const low = 0.12 * bell(angle, 0.9);
      return torso(station + low, angle, off + 0.006 * Math.sin(3 * angle + station));
    }),
  );
  return { points, closed: true, dye };
}

/** Stand and fold of a shirt's collar, open at the throat, with two points. */
export function shirtCollar(torso: Torso, dye: number): ClothSheet[] {
  return ([1, -1] as const).map((side): ClothSheet => {
    const angles = fractions(33).map((t) => mix(0.1, Math.PI + 0.01, t ** 1.35));
    const lines = angles.map((angle) => collarLine(torso, side, angle));
    const points = Array.from({ length: collarRows }, (_, row) =>
      lines.map((line): Vector => line[row] ?? [0, 0, 0]),
    );
    return { points, dye, flip: side === -1 };
  });
}

const collarRows = 9;

/** The position of the collar's points, as an angle from the front. */
const point = 0.6;

/** From the base of the stand up to the fold, over it, and down the outside to the edge. */
function collarLine(torso: Torso, side: 1 | -1, angle: number): Vector[] {
  const front = ramp(1.9, 0.15, angle);
  const fall = 0.19 + 0.15 * ramp(1.25, point, angle);
  // The collar is open: its front edges meet at the lowest button and part towards the throat.
  const topAt = (a: number): Vector =>
    torso(mix(14.2, 15.0, ramp(1.9, 0.1, a) ** 1.2), side * (a + 0.24 * ramp(0.8, 0.1, a)), 0.045);
  const top = topAt(angle);
  const fold = (share: number, reach: number): Vector => {
    // Towards the lower edge the front of the fold moves aside, so that the two sides open like a curtain.
    const swung = angle + share * Math.max(0, point - angle) * 0.95;
    const [x, , z] = topAt(swung);
    const out = unit([x, 0, z + 0.15]);
    return [x + out[0] * reach, top[1] - fall * share, z + out[2] * reach];
  };
  const spread = mix(0.085, 0.17, front);
  return [
    torso(15.5 + 0.45 * front, side * (angle - 0.08 * ramp(0.5, 0.1, angle)), 0.03),
    top,
    add(fold(0, 0.012), [0, 0.02, 0]),
    add(fold(0, 0.034), [0, 0.018, 0]),
    fold(0.14, 0.058),
    fold(0.5, mix(0.058, spread, 0.55)),
    fold(1, spread),
    fold(1.03, spread - 0.004),
    fold(1, spread - 0.022),
  ];
}
