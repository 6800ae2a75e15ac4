import { type HeadForm, headForm } from '../head/head-form.ts';
import { loftOf } from '../head/loft.ts';
import type { FaceLook } from '../look/face-look.ts';
import { mix, ramp } from '../maths/smooth.ts';
import type { Point } from './outline.ts';
import type { Gradients } from './svg.ts';

/** The head to draw: the same as in 3D, seen from the front. */
export interface FrontView {
  readonly look: FaceLook;
  readonly form: HeadForm;
  readonly gradients: Gradients;
  /** The right edge of the head at a station from the crown (0) to under the chin. */
  edge(station: number): Point;
  /** The right half of the face from the crown to the chin. The chin is `drop` lower than at rest. */
  faceHalf(drop: number): Point[];
}

export function frontViewOf(look: FaceLook, paints: Gradients): FrontView {
  const form = headForm(look);
  const loft = loftOf(form);
  const edge = (station: number): Point => {
    const [x, y] = loft.ring(station)(Math.PI / 2);
    return [x, y];
  };
  const chin = loft.ring(12)(0)[1] - 0.02;
  const faceHalf = (drop: number): Point[] => {
    const sides = [0.6, 1.2, 2, 3, 4, 5, 6, 7, 8, 9].map(edge);
    const [jawX, jawY] = edge(9.7);
    const round: Point[] = [
      [jawX * 0.95, jawY - 0.01],
      [jawX * 0.8, mix(jawY, chin, 0.5)],
      [jawX * 0.56, mix(jawY, chin, 0.84)],
      [jawX * 0.28, mix(jawY, chin, 0.985)],
      [0, chin],
    ];
    return [[0, 1] as Point, ...sides, ...round].map(([x, y]) => [x, y - drop * ramp(-0.25, -0.8, y)]);
  };
  return { look, form, gradients: paints, edge, faceHalf };
}
