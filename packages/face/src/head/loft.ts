import { type Curve, curveThrough } from '../maths/curve.ts';
import { bell, mix } from '../maths/smooth.ts';
import type { Vector } from '../maths/vector.ts';
import table from './cross-sections.json' with { type: 'json' };
import type { HeadForm } from './head-form.ts';

/** Rings around the head from the crown down to the chest. */
export interface Loft {
  /** `station` is an index into `cross-sections.json`, and may be fractional. The `angle` 0 is the front. */
  ring(station: number): (angle: number) => Vector;
}

/** Where the eyes and the mouth are cut into the skin, and where the chest ends. */
export const eyeStation = 6;
export const mouthStation = 9;
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

const stations = table as unknown as readonly Station[];

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
    (0.08 * form.jaw + 0.04 * form.ageing) * jawPart +
    0.07 * form.cheeks * cheekPart +
    0.06 * form.build * neckPart +
    0.08 * form.build * shoulderPart;
  const chinDrop = chinPart * 0.09 * form.chin;
  return [
    frontY - chinDrop,
    frontZ + 0.02 * form.jaw * chinPart + 0.03 * form.build * neckPart,
    sideY - chinDrop * 0.6 - 0.03 * form.jaw * chinPart,
    sideX * wider,
    sideZ,
    backY,
    backZ - 0.04 * form.build * neckPart,
    squareness + 0.14 * form.jaw * jawPart,
  ];
}
