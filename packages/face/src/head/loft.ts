import { type Curve, curveThrough } from '../maths/curve.ts';
import { bell, mix } from '../maths/smooth.ts';
import type { Vector } from '../maths/vector.ts';
import type { HeadForm } from './head-form.ts';

/** Rings around the head from the crown down to the chest. */
export interface Loft {
  /** `station` is an index into the stations below, and may be fractional. */
  ring(station: number): Ring;
}

/** A point of one ring; `angle` 0 is the front. */
export type Ring = (angle: number) => Vector;

/** Where the eyes and the mouth are cut into the skin, and where chin, neck and chest are. */
export const eyeStation = 6;
export const mouthStation = 9;
export const chinStation = 11;
export const neckStation = 14;
export const lastStation = 20;

type Station = readonly [
  frontY: number,
  frontZ: number,
  sideY: number,
  sideX: number,
  sideZ: number,
  backY: number,
  backZ: number,
  squareness: number,
];

const stations: readonly Station[] = [
  [1.0, -0.1, 1.0, 0.0, -0.1, 1.0, -0.1, 2],
  [0.965, 0.18, 0.945, 0.28, -0.1, 0.955, -0.38, 2],
  [0.875, 0.41, 0.825, 0.48, -0.1, 0.85, -0.64, 2.02],
  [0.69, 0.61, 0.63, 0.63, -0.1, 0.65, -0.85, 2.08],
  [0.46, 0.735, 0.4, 0.708, -0.1, 0.4, -0.95, 2.16],
  [0.23, 0.785, 0.17, 0.73, -0.1, 0.13, -0.95, 2.22],
  [0.0, 0.78, -0.03, 0.734, -0.1, -0.12, -0.9, 2.22],
  [-0.2, 0.775, -0.23, 0.722, -0.09, -0.34, -0.8, 2.18],
  [-0.39, 0.775, -0.42, 0.682, -0.07, -0.53, -0.69, 2.13],
  [-0.565, 0.775, -0.58, 0.608, -0.04, -0.68, -0.6, 2.1],
  [-0.75, 0.755, -0.73, 0.502, -0.01, -0.81, -0.545, 2.06],
  [-0.905, 0.7, -0.85, 0.385, -0.005, -0.9, -0.52, 2.04],
  [-0.97, 0.56, -0.93, 0.315, -0.04, -0.97, -0.505, 2.04],
  [-0.985, 0.3, -1.0, 0.302, -0.11, -1.03, -0.48, 2],
  [-1.12, 0.18, -1.12, 0.288, -0.14, -1.13, -0.47, 2],
  [-1.28, 0.17, -1.24, 0.318, -0.15, -1.18, -0.5, 2],
  [-1.44, 0.24, -1.34, 0.49, -0.16, -1.27, -0.56, 2],
  [-1.65, 0.39, -1.43, 0.9, -0.17, -1.39, -0.62, 2.1],
  [-2.0, 0.52, -1.66, 1.28, -0.17, -1.68, -0.64, 2.3],
  [-2.5, 0.58, -2.3, 1.43, -0.17, -2.3, -0.64, 2.4],
  [-3.4, 0.58, -3.3, 1.47, -0.17, -3.3, -0.64, 2.4],
];

export function loftOf(form: HeadForm): Loft {
  const shaped = stations.map((station, t) => shape(station, t, form));
  const field = (i: number): Curve => curveThrough(shaped.map((values, t) => [t, values[i] ?? 0]));
  const [frontY, frontZ, sideY, sideX] = [field(0), field(1), field(2), field(3)];
  const [sideZ, backY, backZ, squareness] = [field(4), field(5), field(6), field(7)];
  return {
    ring: (t) => {
      const power = 2 / squareness(t);
      const [x, y, z] = [sideX(t), sideY(t), sideZ(t)];
      const front = [frontY(t), frontZ(t)] as const;
      const back = [backY(t), backZ(t)] as const;
      return (angle) => {
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const toEnd = Math.abs(c) ** power;
        const [endY, endZ] = c >= 0 ? front : back;
        return [x * Math.sign(s) * Math.abs(s) ** power, mix(y, endY, toEnd ** 1.4), mix(z, endZ, toEnd)];
      };
    },
  };
}

function shape(station: Station, t: number, form: HeadForm): Station {
  const [frontY, frontZ, sideY, sideX, sideZ, backY, backZ, squareness] = station;
  const isHead = t <= 12;
  const jawPart = bell(t - 9.8, 1.3);
  const neckPart = bell(t - 13.8, 1.4);
  const shoulderPart = t >= 16 ? 1 : 0;
  const chinPart = t >= 10 && t <= 12 ? 1 : 0;
  const cheekPart = bell(t - 7.6, 1);
  const wider =
    1 +
    (isHead ? 0.1 * form.width : 0) +
    (0.19 * form.jaw + 0.06 * form.ageing) * jawPart +
    0.07 * form.cheeks * cheekPart +
    0.2 * form.build * neckPart +
    0.12 * form.build * shoulderPart;
  const chinDrop = chinPart * 0.09 * form.chin;
  return [
    frontY - chinDrop,
    frontZ + (t >= 10 && t <= 12 ? 0.02 * form.jaw : 0) + 0.03 * form.build * neckPart,
    sideY - chinDrop * 0.6 - 0.03 * form.jaw * chinPart,
    sideX * wider,
    sideZ,
    backY,
    backZ - 0.04 * form.build * neckPart,
    squareness + 0.32 * form.jaw * jawPart,
  ];
}
