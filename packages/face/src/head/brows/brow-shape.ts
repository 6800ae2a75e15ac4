import type { FaceLook } from '../../look/face-look.ts';
import { mix, ramp } from '../../maths/smooth.ts';
import type { HeadForm } from '../head-form.ts';

export interface BrowPoint {
  readonly x: number;
  readonly y: number;
  /** Half the height of the brow here. */
  readonly half: number;
}

/** The brow of the left side from its inner end (0) to its outer end (1). */
export function browAt(u: number, brows: FaceLook['brows'], form: HeadForm): BrowPoint {
  const { eye, build, ageing } = form;
  const from = eye.inner[0] - 0.018;
  const to = eye.outer[0] + 0.04;
  const lift = eye.upper - 0.103;
  const base = 0.232 + 0.7 * lift - 0.012 * build - 0.01 * ageing;
  const bow = (0.03 + 0.026 * brows.arch) * Math.sin(Math.PI * Math.min(1, u * 0.86 + 0.04)) ** 1.1;
  const fall = -(0.022 + 0.012 * brows.arch) * ramp(0.55, 1, u);
  const tilt = (0.02 + 0.018 * brows.arch) * u;
  const thick = 0.03 * (1 + 0.5 * brows.thickness) * mix(1, 0.9, ageing);
  const taper = mix(0.8, 1, ramp(0, 0.25, u)) * mix(1, 0.3, ramp(0.5, 1, u));
  return { x: mix(from, to, u), y: base + bow + fall + tilt, half: thick * taper };
}
