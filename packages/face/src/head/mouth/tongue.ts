import { bell, mix, ramp } from '../../maths/smooth.ts';
import { blend, scale, type Vector } from '../../maths/vector.ts';
import type { HeadForm } from '../head-form.ts';
import { type InnerSheet, sheetOf } from './inner-sheet.ts';
import { type TeethForm, teethForm } from './teeth.ts';

const tip: Vector = [0.87, 0.46, 0.45];
const root: Vector = [0.56, 0.2, 0.19];
const [rows, columns] = [15, 20];
const rootZ = 0.36;

/** How far the tongue follows the jaw. Its root belongs to the throat, so it lags behind. */
export const tongueJawShare = (z: number): number => mix(0.45, 0.78, ramp(rootZ, 0.7, z));

/** The tongue lies behind the lower teeth: a broad body, a round tip, and a soft groove along the middle. */
export function tongueSheet(form: HeadForm): InnerSheet {
  const teeth = teethForm(form);
  return sheetOf(rows, columns + 1, { moves: 'tongue', flip: true }, (row, column) => {
    const along = row / (rows - 1);
    const around = (2 * Math.PI * column) / columns;
    const light = 0.88 + 0.12 * Math.cos(around);
    const colour = scale(blend(root, tip, ramp(0.1, 0.95, along)), light);
    return { at: tonguePoint(along, around, form, teeth), colour };
  });
}

function tonguePoint(along: number, around: number, { mouth }: HeadForm, teeth: TeethForm): Vector {
  const end = Math.sqrt(Math.max(0, 1 - ramp(0.72, 1, along) ** 2 * along));
  const width = 0.62 * mouth.halfWidth * mix(0.85, 1, ramp(0, 0.5, along)) * end;
  const thick = 0.042 * mix(1, 0.62, along) * Math.max(end, 0.02);
  const [x, up] = [Math.sin(around) * width, Math.cos(around)];
  const groove = 0.012 * bell(x, 0.022) * Math.max(0, up) * ramp(0, 0.3, along) * ramp(1, 0.8, along);
  const top = mix(-0.07, -0.082, along) + 0.012 * bell(along - 0.45, 0.25);
  return [x, mouth.y + top + up * thick - groove, mix(rootZ, teeth.frontZ - 0.045, along)];
}

/** Offsets of the tongue: its tip behind the upper teeth (`tongueUp`), or between the teeth (`tongueOut`). */
export function tonguePose(name: 'tongueUp' | 'tongueOut', [x, y, z]: Vector, { mouth }: HeadForm): Vector {
  const share = ramp(rootZ, 0.71, z);
  if (name === 'tongueUp')
    return [-0.12 * x * share, 0.03 * ramp(rootZ, 0.5, z) + 0.1 * share ** 2, 0.03 * share];
  const flat = -0.45 * (y - (mouth.y - 0.08)) * share;
  return [-0.1 * x * share, 0.084 * share + flat, 0.125 * share];
}
