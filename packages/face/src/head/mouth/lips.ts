import { arch, bell, ramp } from '../../maths/smooth.ts';
import type { Vector } from '../../maths/vector.ts';
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

/** How far the red of a lip reaches from the line where the lips meet. */
export const lipHeight = (x: number, isUpper: boolean, mouth: MouthForm): number =>
  isUpper ? upperLipHeight(x, mouth) : lowerLipHeight(x, mouth);

/** Moves the mouth row to the lip line and gives the lips volume. `rowY` is the height of that row at this point. */
export function addLips(p: Vector, rowY: number, isUpper: boolean, mouth: MouthForm): Vector {
  const [x, y, z] = p;
  if (z < 0.2) return p;
  const beside = Math.max(0, Math.abs(x) - mouth.halfWidth);
  const reach = bell(beside, 0.12);
  const moved = y + (lipLine(x, mouth) - rowY) * bell(y - rowY, 0.13) * reach;
  const away = moved - lipLine(x, mouth);
  const width = arch(Math.abs(x) / (mouth.halfWidth * 1.03)) ** 1.2;
  const height = Math.max(lipHeight(x, isUpper, mouth), 0.012);
  const s = Math.abs(away) / height;
  const plump = (isUpper ? 0.03 : 0.04) * (0.75 + 0.5 * mouth.fullness);
  const peak = isUpper ? 0.55 : 0.5;
  const volume = plump * width * bell(s - peak, 0.45) * ramp(1.9, 0.9, s);
  const seam = -0.014 * width * bell(away, 0.007);
  const corner = -0.022 * bell(Math.abs(x) - mouth.halfWidth - 0.008, 0.028) * bell(away, 0.03);
  // The edges overlap a little. Otherwise light would shine through the seam of closed lips.
  const overlap = isUpper ? 0.005 * width * bell(away, 0.012) : 0;
  const philtrum =
    isUpper && s > 0.8 ? -0.012 * bell(x, 0.017) * ramp(0.8, 1.3, s) * ramp(0.17, 0.09, away) : 0;
  return [x, moved - overlap, z + volume + seam + corner + philtrum];
}
