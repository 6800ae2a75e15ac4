import { fractions, mix, ramp, turns } from '../maths/smooth.ts';
import { add, type Vector } from '../maths/vector.ts';
import { around, type ClothSheet, outlines } from './garment.ts';
import type { Torso } from './torso.ts';

/** The strip with the buttons, down the middle of a shirt. */
export function placket(torso: Torso, dye: number): ClothSheet[] {
  const rows = fractions(15).map((t) => mix(16.1, 18.6, t));
  const across = [-0.075, -0.068, 0.068, 0.075];
  const strip: ClothSheet = {
    points: rows.map((station) =>
      across.map((x, i) => {
        const angle = x / mix(0.42, 0.85, ramp(15.5, 18.5, station));
        return torso(station, angle, i === 0 || i === 3 ? 0.045 : 0.068);
      }),
    ),
    dye,
  };
  const buttons = [16.35, 17.05, 17.65, 18.15].map((station) =>
    bead(torso(station, 0, 0.07), 0.024, dye === 1 ? 1.2 : 0.2),
  );
  return [strip, ...buttons];
}

/** A small flat ball. */
function bead(centre: Vector, radius: number, dye: number): ClothSheet {
  const points = fractions(6).map((t) => {
    const [out, front] = [radius * Math.sin(t * Math.PI), radius * Math.cos(t * Math.PI) * 0.45];
    return turns(12).map((turn) => add(centre, [out * Math.cos(turn), out * Math.sin(turn), front]));
  });
  return { points, closed: true, dye };
}

/** The turned-back front edge of a jacket: wide at the breast, with a notch below the collar. */
export function lapels(torso: Torso, opening: (station: number) => number, dye: number): ClothSheet[] {
  return ([1, -1] as const).map((side) => {
    const points = fractions(33).map((t) => {
      const station = mix(15.0, 18.75, t);
      const from = opening(station);
      const collar = 1 - ramp(0.36, 0.385, t);
      const notch = ramp(0.36, 0.4, t) * ramp(0.6, 0.42, t);
      const wide =
        mix(mix(0.3, 0.24, ramp(0, 0.36, t)), mix(0.34, 0.05, ramp(0.4, 1, t)), 1 - collar) + 0.03 * notch;
      return outlines.lapel.map(([u, off]) => torso(station, side * (from + wide * u), off));
    });
    return { points, dye, flip: side === -1 };
  });
}

/** A hood lying on the back, seen as a thick roll around the neck, and its strings. */
export function hood(torso: Torso, dye: number, strings: number): ClothSheet[] {
  const profile = fractions(12).map((t) => t * Math.PI * 1.55 - 0.6);
  const roll: ClothSheet = {
    points: profile.map((turn) =>
      around.map((angle): Vector => {
        const back = ramp(0.15, 2.2, Math.abs(angle));
        const thick = mix(0.045, 0.17, back);
        const middle = torso(mix(16.0, 15.35, back), angle, 0.06 + thick * 0.55);
        const out = -Math.cos(turn) * thick;
        const up = Math.sin(turn) * thick * 1.15 + 0.05 * back;
        return add(middle, [Math.sin(angle) * out, up, Math.cos(angle) * out]);
      }),
    ),
    closed: true,
    dye,
  };
  const cords = ([1, -1] as const).map((side) => {
    const points = fractions(13).map((t) => {
      const centre = torso(mix(16.05, 17.65, t), side * mix(0.3, 0.22, t), 0.085);
      return turns(8).map((turn) => add(centre, [0.019 * Math.cos(turn), 0, 0.019 * Math.sin(turn)]));
    });
    return { points, closed: true, dye: strings, flip: true };
  });
  return [roll, ...cords];
}
