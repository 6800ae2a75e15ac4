import { mix, ramp } from '../maths/smooth.ts';
import { add, type Vector } from '../maths/vector.ts';
import type { Sheet } from './cloth-builder.ts';
import { angleAt, sideCount } from './garment.ts';
import type { Torso } from './torso.ts';

/** The strip with the buttons, down the middle of a shirt. */
export function placket(torso: Torso, dye: number): Sheet[] {
  const rows = Array.from({ length: 16 }, (_, i) => mix(15.75, 18.6, i / 15));
  const across = [-0.075, -0.068, 0.068, 0.075];
  const strip: Sheet = {
    points: rows.map((station) =>
      across.map((x, i) => {
        const angle = x / mix(0.42, 0.85, ramp(15.5, 18.5, station));
        return torso(station, angle, i === 0 || i === 3 ? 0.045 : 0.068);
      }),
    ),
    closed: false,
    dye,
  };
  const buttons = [16.15, 16.95, 17.6, 18.1].map((station) =>
    bead(torso(station, 0, 0.07), 0.024, dye === 1 ? 1.2 : 0.2),
  );
  return [strip, ...buttons];
}

/** A small flat ball. */
export function bead(centre: Vector, radius: number, dye: number, flat = 0.45): Sheet {
  const points = Array.from({ length: 7 }, (_, row) => {
    const down = (row / 6) * Math.PI;
    return Array.from({ length: 12 }, (_, column): Vector => {
      const around = (column / 12) * Math.PI * 2;
      return add(centre, [
        radius * Math.sin(down) * Math.cos(around),
        radius * Math.sin(down) * Math.sin(around),
        radius * Math.cos(down) * flat,
      ]);
    });
  });
  return { points, closed: true, dye };
}

/** The turned-back front edge of a jacket: wide at the breast, with a notch below the collar. */
export function lapels(torso: Torso, opening: (station: number) => number, dye: number): Sheet[] {
  return ([1, -1] as const).map((side) => {
    const rows = Array.from({ length: 34 }, (_, i) => i / 33);
    const points = rows.map((t) => {
      const station = mix(15.0, 18.75, t);
      const from = opening(station);
      const collar = 1 - ramp(0.36, 0.385, t);
      const notch = ramp(0.36, 0.4, t) * ramp(0.6, 0.42, t);
      const wide =
        mix(mix(0.3, 0.24, ramp(0, 0.36, t)), mix(0.34, 0.05, ramp(0.4, 1, t)), 1 - collar) + 0.03 * notch;
      return [0, 0.02, 0.35, 0.7, 0.97, 1, 0.99].map((u, i) => {
        const off = [0.05, 0.085, 0.1, 0.1, 0.094, 0.08, 0.055][i] ?? 0.1;
        return torso(station, side * (from + wide * u), off);
      });
    });
    return { points, closed: false, dye, flip: side === -1 };
  });
}

/** A hood lying on the back, seen as a thick roll around the neck, and its strings. */
export function hood(torso: Torso, dye: number, strings: number): Sheet[] {
  const profile = Array.from({ length: 13 }, (_, i) => (i / 12) * Math.PI * 1.55 - 0.6);
  const roll: Sheet = {
    points: profile.map((turn) =>
      Array.from({ length: sideCount }, (_, i): Vector => {
        const angle = angleAt(i);
        const back = ramp(0.15, 2.2, Math.abs(angle));
        const thick = mix(0.045, 0.17, back);
        const middle = torso(mix(16.0, 15.35, back), angle, 0.06 + thick * 0.55);
        const out: Vector = [Math.sin(angle), 0, Math.cos(angle)];
        const c = -Math.cos(turn) * thick;
        return add(middle, [out[0] * c, Math.sin(turn) * thick * 1.15 + 0.05 * back, out[2] * c]);
      }),
    ),
    closed: true,
    dye,
    flip: true,
  };
  const cords = ([1, -1] as const).map((side) => {
    const points = Array.from({ length: 14 }, (_, row) => {
      const station = mix(16.05, 17.65, row / 13);
      const centre = torso(station, side * mix(0.3, 0.22, row / 13), 0.085);
      return Array.from({ length: 8 }, (_, k): Vector => {
        const turn = (k / 8) * Math.PI * 2;
        return add(centre, [0.019 * Math.cos(turn), 0, 0.019 * Math.sin(turn)]);
      });
    });
    return { points, closed: true, dye: strings, flip: true };
  });
  return [roll, ...cords];
}
