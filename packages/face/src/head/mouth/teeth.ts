import { bell, ramp } from '../../maths/smooth.ts';
import { blend, scale, type Vector } from '../../maths/vector.ts';
import type { HeadForm } from '../head-form.ts';
import { type InnerSheet, sheetOf } from './inner-sheet.ts';

/** Where the teeth are. The upper ones belong to the skull, the lower ones to the jaw. The lips never move them. */
export const teethForm = ({ mouth }: HeadForm) => ({
  /** The free edges in the middle of the mouth, at rest. The upper row covers the edge of the lower one. */
  upperEdge: mouth.y - 0.034,
  lowerEdge: mouth.y - 0.038,
  upperHeight: 0.11,
  lowerHeight: 0.085,
  /** Half the width of the arch, and how far it reaches back. */
  halfWidth: 0.95 * mouth.halfWidth,
  depth: 0.27,
  frontZ: 0.752,
});
export type TeethForm = ReturnType<typeof teethForm>;

/** How far the edge of a row curves up towards the cheeks, at a distance from the middle. */
export const edgeRise = (x: number, { halfWidth }: TeethForm): number => 0.02 * (x / halfWidth) ** 2;

/** The front of the upper row at a distance from the middle. */
export const teethZ = (x: number, { frontZ, depth, halfWidth }: TeethForm): number =>
  frontZ - depth * (1 - Math.sqrt(Math.max(0, 1 - (x / halfWidth) ** 2)));

const enamel: Vector = [0.92, 0.88, 0.81];
const gum: Vector = [0.62, 0.27, 0.26];

/** Where one tooth ends and the next begins, as shares of the half arch. */
const upperGaps = [0, 0.2, 0.36, 0.52, 0.66, 0.8];
const lowerGaps = [0, 0.13, 0.27, 0.42, 0.57, 0.72];

const columns = 48;
/** From the gum to the free edge, and around it to the back. */
const rows = [0, 0.14, 0.3, 0.5, 0.72, 0.88, 0.97, 1, 0.94] as const;
/** The angle to which the arch goes back on each side. */
const reach = 1.42;

/** One row of teeth as one band along an arch; `up` is 1 for the upper row. The teeth are only hinted at. */
export function teethSheet(form: HeadForm, up: 1 | -1): InnerSheet {
  const teeth = teethForm(form);
  const carrier = { moves: up === 1 ? 'skull' : 'jaw', flip: up === -1 } as const;
  return sheetOf(rows.length, columns + 1, carrier, (row, column) => {
    const t = (2 * column) / columns - 1;
    const down = rows[row] ?? 1;
    const gap = gapAt(Math.abs(t), up);
    const isBack = row === rows.length - 1;
    return { at: bandPoint(t, down, { gap, isBack }, teeth, up), colour: colourAt(t, down, gap) };
  });
}

/** The distances from the middle at which two upper teeth meet, as seen from the front. */
export function toothGaps(form: HeadForm): number[] {
  const { halfWidth } = teethForm(form);
  return upperGaps.map((gap) => Math.sin(reach * gap) * halfWidth);
}

/** 1 between two teeth, 0 on a tooth. */
function gapAt(along: number, up: 1 | -1): number {
  const nearest = (up === 1 ? upperGaps : lowerGaps).map((gap) => bell(along - gap, 0.013));
  return Math.max(...nearest);
}

function bandPoint(
  t: number,
  down: number,
  { gap, isBack }: { gap: number; isBack: boolean },
  teeth: TeethForm,
  up: 1 | -1,
): Vector {
  const height = up === 1 ? teeth.upperHeight : teeth.lowerHeight;
  const edge = up === 1 ? teeth.upperEdge : teeth.lowerEdge;
  // The lower row bites behind the upper one. The gums lean back: they would come through the skin above a thin lip.
  const inset =
    (up === 1 ? 0 : 0.026) +
    (isBack ? 0.03 : 0) +
    0.09 * ramp(0.5, 0, down) +
    0.004 * gap +
    0.006 * ramp(0.88, 1, down);
  const angle = reach * t;
  const size = 1 - inset / teeth.halfWidth;
  const x = Math.sin(angle) * teeth.halfWidth * size;
  const z = teeth.frontZ - teeth.depth + Math.cos(angle) * (teeth.depth - inset);
  const notch = down > 0.9 ? 0.0035 * gap : 0;
  return [x, edge + edgeRise(x, teeth) + up * (height * (1 - down) + notch), z];
}

/** Darker towards the gum, where the lip casts its shadow, and towards the cheeks. */
function colourAt(t: number, down: number, gap: number): Vector {
  const isGum = 1 - ramp(0.1, 0.2, down);
  const light =
    (1 - 0.1 * gap) * (1 - 0.62 * ramp(0.3, 1, Math.abs(t))) * (0.72 + 0.28 * ramp(0.1, 0.6, down));
  return scale(blend(enamel, gum, isGum), light);
}
