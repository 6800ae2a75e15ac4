import { type Curve, curveThrough, tabulated } from '../maths/curve.ts';
import type { Field } from '../maths/field.ts';
import { softMax } from '../maths/smooth.ts';
import type { Box } from '../maths/surface.ts';
import { subtract, type Vector } from '../maths/vector.ts';

/** What a hair style consists of: one sculpted shape. */
export interface HairDesign {
  readonly field: Field;
  /** What contains it. The default is `headBox`. */
  readonly box?: Box;
  /** The direction in which the hair is combed at a point. The default is `fromCrown`. */
  flow?(p: Vector): Vector;
}

/** `skull` is the distance to the bare head. */
export type HairDesigner = (skull: Field) => HairDesign;

export const headBox: Box = { low: [-1.05, -0.95, -1.25], high: [1.05, 1.5, 1.15] };

/** Combed from the crown outwards and down. */
export const fromCrown = (p: Vector): Vector => subtract(p, [0, 1.05, -0.35]);

/** The angle around the head: 0 at the front, π at the back. */
export const turnOf = (x: number, z: number): number => Math.abs(Math.atan2(x, z + 0.1));

/** The height at which hair ends, by the angle from the front: forehead, temple, before the ear, above it, nape. */
export function hairline(forehead: number, temple: number, sideburn: number, nape: number): Curve {
  const line = curveThrough([
    [0, forehead],
    [0.35, forehead - 0.01],
    [0.62, forehead - 0.06],
    [0.86, temple],
    [1.06, sideburn + 0.12],
    [1.2, sideburn],
    [1.36, sideburn + 0.06],
    [1.5, 0.14],
    [1.8, 0.12],
    [2.02, -0.25],
    [2.4, nape],
    [Math.PI, nape],
  ]);
  return tabulated(line, 0, Math.PI);
}

/** Hair that lies on the head with this thickness, down to the hairline. */
export function cap(skull: Field, line: Curve, thickness: Field, edge = 0.08): Field {
  return (x, y, z) => {
    const below = line(turnOf(x, z)) - y;
    return softMax(skull(x, y, z) - thickness(x, y, z), below * 0.85, edge);
  };
}

/** Grooves along the hair: `across` changes by 1 from groove to groove. The valleys are narrow and the ridges are round. */
export const groove = (across: number, depth: number): number =>
  depth * (1 - Math.abs(Math.sin(Math.PI * across))) ** 2;

/** From the crown over the head, then straight down. */
export const lengthwise = (p: Vector): Vector => (p[1] > 0.4 ? fromCrown(p) : [0.1 * p[0], -1, 0]);
