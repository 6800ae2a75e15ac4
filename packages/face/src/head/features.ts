import { bell, ramp } from '../maths/smooth.ts';
import type { Vector } from '../maths/vector.ts';
import type { HeadForm } from './head-form.ts';

/** Distance of a point of the face from the fold that runs from the wing of the nose to beside the mouth. */
function foldDistance(x: number, y: number, form: HeadForm): { across: number; along: number } {
  const [ax, ay] = [form.nose.wingX + 0.045, form.nose.tipY - 0.02];
  const [bx, by] = [form.mouth.halfWidth + 0.075, form.mouth.y - 0.04];
  const [dx, dy] = [bx - ax, by - ay];
  const size = Math.hypot(dx, dy);
  const along = ((x - ax) * dx + (y - ay) * dy) / (size * size);
  return { across: ((x - ax) * -dy + (y - ay) * dx) / size, along };
}

/** Adds bones and cheeks to the smooth loft: everything except eyes, nose and lips. */
export function addFeatures([px, py, pz]: Vector, form: HeadForm): Vector {
  const front = ramp(0, 0.35, pz);
  if (front === 0) return [px, py, pz];
  const side = Math.sign(px);
  const x = Math.abs(px);
  const y = py;
  const { build, cheeks, ageing, jaw } = form;
  const eyeX = form.eye.centre[0];
  const socket =
    0.078 * bell(x - eyeX + 0.01, 0.145) * bell(y - 0.01, 0.115) +
    0.035 * bell(x - 0.135, 0.045) * bell(y - 0.03, 0.07);
  const brow = (0.024 + 0.022 * build) * bell(x - 0.26, 0.17) * bell(y - 0.24, 0.07);
  const cheekbone = bell(x - 0.41, 0.12) * bell(y + 0.2, 0.1);
  const apple = bell(x - 0.33, 0.13) * bell(y + 0.34, 0.13);
  const hollow = bell(x - 0.44, 0.1) * bell(y + 0.5, 0.13);
  const muzzle = bell(x, 0.2) * bell(y - form.mouth.y - 0.02, 0.15);
  const chinY = -0.82 - 0.08 * form.chin;
  const chin = bell(x, 0.12 + 0.045 * jaw) * bell(y - chinY, 0.085);
  const underLip = bell(x, 0.15) * bell(y - form.mouth.y + 0.125, 0.04);
  const { across, along } = foldDistance(x, y, form);
  const fold = bell(across, 0.022) * ramp(-0.1, 0.15, along) * ramp(1.15, 0.75, along);
  const foldCheek = bell(across - 0.05, 0.04) * ramp(-0.1, 0.3, along) * ramp(1.2, 0.7, along);
  const jowl = ageing * bell(x - 0.34, 0.09) * bell(y + 0.78, 0.09);
  const bag = ageing * bell(x - eyeX, 0.1) * bell(y + 0.125, 0.026);
  const out =
    brow -
    socket +
    (0.03 - 0.01 * ageing) * cheekbone +
    (0.034 + 0.04 * cheeks) * apple -
    (0.014 - 0.03 * cheeks) * hollow +
    0.03 * muzzle +
    (0.045 + 0.015 * jaw) * chin -
    0.03 * underLip -
    (0.004 + 0.014 * ageing) * fold +
    0.012 * (0.3 + ageing) * foldCheek +
    0.02 * jowl +
    0.012 * bag;
  const wide = 0.016 * cheekbone + 0.026 * cheeks * (apple + hollow) + 0.02 * jowl;
  return [px + side * wide * front, py - 0.02 * jowl * front, pz + out * front];
}
