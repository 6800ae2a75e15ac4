import { bell } from '../../maths/smooth.ts';
import type { MouthForm } from '../head-form.ts';

/** The line where the lips meet. Its ends are slightly raised, so that the face looks friendly at rest. */
export function lipLine(x: number, mouth: MouthForm): number {
  const u = x / mouth.halfWidth;
  return (
    mouth.y + 0.02 * Math.min(u * u, 1.4) - 0.007 * bell(u, 0.25) + 0.004 * bell(Math.abs(u) - 0.42, 0.18)
  );
}

export function upperLipHeight(x: number, mouth: MouthForm): number {
  const u = Math.abs(x) / mouth.halfWidth;
  const cupid = 1 - 0.2 * bell(u, 0.1) + 0.06 * bell(u - 0.24, 0.12);
  return mouth.upperHeight * cupid * Math.max(0, 1 - u ** 1.9) ** 0.8;
}

export function lowerLipHeight(x: number, mouth: MouthForm): number {
  const u = Math.abs(x) / mouth.halfWidth;
  return mouth.lowerHeight * Math.max(0, 1 - u ** 2.4) ** 0.75;
}
