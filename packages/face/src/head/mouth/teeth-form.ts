import type { HeadForm } from '../head-form.ts';

/** Where the teeth are. The upper ones belong to the skull, the lower ones to the jaw. The lips never move them. */
export interface TeethForm {
  /** The free edges in the middle of the mouth, at rest. The upper row covers the edge of the lower one. */
  readonly upperEdge: number;
  readonly lowerEdge: number;
  readonly upperHeight: number;
  readonly lowerHeight: number;
  /** Half the width of the arch, and how far it reaches back. */
  readonly halfWidth: number;
  readonly depth: number;
  readonly frontZ: number;
}

export function teethForm({ mouth }: HeadForm): TeethForm {
  return {
    upperEdge: mouth.y - 0.034,
    lowerEdge: mouth.y - 0.038,
    upperHeight: 0.11,
    lowerHeight: 0.085,
    halfWidth: 0.95 * mouth.halfWidth,
    depth: 0.27,
    frontZ: 0.752,
  };
}

/** How far the edge of a row curves up towards the cheeks, at a distance from the middle. */
export const edgeRise = (x: number, { halfWidth }: TeethForm): number => 0.02 * (x / halfWidth) ** 2;

/** The front of the upper row at a distance from the middle. */
export const teethZ = (x: number, { frontZ, depth, halfWidth }: TeethForm): number =>
  frontZ - depth * (1 - Math.sqrt(Math.max(0, 1 - (x / halfWidth) ** 2)));
