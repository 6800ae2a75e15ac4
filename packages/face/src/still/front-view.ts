import type { HeadForm } from '../head/head-form.ts';
import { headAtRest } from '../head/head-mesh.ts';
import type { FaceLook } from '../look/face-look.ts';
import { type Relief, reliefOf } from './relief.ts';
import type { Gradients } from './svg.ts';

/** The person to draw: the same as in 3D, seen from the front. */
export interface FrontView {
  readonly look: FaceLook;
  readonly form: HeadForm;
  readonly gradients: Gradients;
  /** Shapes taken from the 3D person. */
  readonly relief: Relief;
}

export function frontViewOf(look: FaceLook, gradients: Gradients): FrontView {
  const head = headAtRest(look);
  return { look, form: head.form, gradients, relief: reliefOf(head, look) };
}
