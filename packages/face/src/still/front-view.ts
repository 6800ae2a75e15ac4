import type { HeadForm } from '../head/head-form.ts';
import type { FaceLook } from '../look/face-look.ts';
import type { Gradients } from './svg.ts';
import type { Tracing } from './tracing.ts';

/** The person to draw: the same as in 3D, seen from the front. */
export interface FrontView {
  readonly look: FaceLook;
  readonly form: HeadForm;
  readonly gradients: Gradients;
  /** Shapes taken from the 3D person. */
  readonly tracing: Tracing;
}
