import { mix, ramp } from '../maths/smooth.ts';

/** How much a vertex follows the head's rotation: fully down to the jaw, then less and less along the neck. */
export const headShare = (y: number): number => ramp(-1.52, -0.86, y);

/** How much a vertex follows raised shoulders. */
export const shoulderShare = (x: number, y: number): number =>
  ramp(-1.15, -1.6, y) * mix(0.35, 1, ramp(0.2, 0.8, Math.abs(x)));
