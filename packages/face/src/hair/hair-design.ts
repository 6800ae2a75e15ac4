import { type Curve, curveThrough, tabulated } from '../maths/curve.ts';
import type { Field } from '../maths/field.ts';
import { mix, ramp, softMax } from '../maths/smooth.ts';
import type { Box } from '../maths/surface.ts';
import { cross, dot, subtract, unit, type Vector } from '../maths/vector.ts';
import { headCentre } from './skull.ts';

/** What a hair style consists of: one sculpted shape. */
export interface HairDesign {
  readonly field: Field;
  /** What contains it. The default is `headBox`. */
  readonly box?: Box;
  /** Which strand goes through a point: it changes by 1 around the head. The default is `fromCrown`. */
  strand?: Strand;
  /** How tightly the strands curl, 0 (straight) to 1. */
  readonly curl?: number;
  /** How many single strands stand out. */
  readonly wisps?: number;
  /** Where hair ends in single strands: 1 before, 0 where it has ended. */
  fade?(p: Vector): number;
  /** How wide the soft outline is, 0 to 1. Hair with a wide one does not shine. */
  readonly soft?: number;
}

export type Strand = (p: Vector) => number;

/** `skull` is the distance to the bare head. */
export type HairDesigner = (skull: Field) => HairDesign;

export const headBox: Box = { low: [-1.05, -0.95, -1.25], high: [1.05, 1.5, 1.15] };

/** Hair that is combed in this direction: its strands run from one pole of the axis to the other, like meridians. */
export function combed(direction: Vector): Strand {
  const axis = unit(direction);
  const beside = unit(cross(axis, [0, 0.4, 1]));
  const front = cross(beside, axis);
  return (p) => {
    const from = subtract(p, headCentre);
    return Math.atan2(dot(from, beside), dot(from, front)) / (2 * Math.PI);
  };
}

/** From the crown outwards and down. */
export const fromCrown = combed([0, 1, -0.26]);

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

/** Hair that lies on the head with this thickness, down to the hairline, where it begins flat. */
export function cap(skull: Field, line: Curve, thickness: Field, edge = 0.08): Field {
  return (x, y, z) => {
    const below = line(turnOf(x, z)) - y;
    const grown = mix(0.35, 1, ramp(0, 0.2, -below));
    return softMax(skull(x, y, z) - grown * thickness(x, y, z), below * 0.85, edge);
  };
}

/** Grooves along the hair: `across` changes by 1 from groove to groove. The valleys are narrow and the ridges are round. */
export const groove = (across: number, depth: number): number =>
  depth * (1 - Math.abs(Math.sin(Math.PI * across))) ** 2;
