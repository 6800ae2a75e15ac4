import { subtract, type Vector } from '../../maths/vector.ts';
import type { HeadForm } from '../head-form.ts';
import { sheetMesh } from '../mesh-data.ts';
import type { InnerSheet } from './inner-sheet.ts';
import { turnJaw } from './mouth-poses.ts';
import { teethSheet } from './teeth.ts';
import { tongueJawShare, tonguePose, tongueSheet } from './tongue.ts';

export const innerMorphs = ['jawOpen', 'tongueUp', 'tongueOut'] as const;

/** How far a movement shifts a point inside the mouth. No movement of the lips is among them. */
export function innerPose(
  name: (typeof innerMorphs)[number],
  at: Vector,
  moves: InnerSheet['moves'],
  form: HeadForm,
): Vector {
  if (moves === 'skull') return [0, 0, 0];
  if (name === 'jawOpen') return subtract(turnJaw(at, moves === 'jaw' ? 1 : tongueJawShare(at[2])), at);
  return moves === 'tongue' ? tonguePose(name, at, form) : [0, 0, 0];
}

/** Teeth and tongue as one mesh, with offsets for what moves them. */
export function innerMesh(form: HeadForm) {
  const sheets = [teethSheet(form, 1), teethSheet(form, -1), tongueSheet(form)];
  const flat = (pick: (sheet: InnerSheet) => readonly Vector[]): Float32Array =>
    new Float32Array(sheets.flatMap(pick).flat());
  return {
    ...sheetMesh(sheets),
    colours: flat(({ colours }) => colours),
    morphs: innerMorphs.map((name) => ({
      name,
      positions: flat(({ points, moves }) => points.flat().map((at) => innerPose(name, at, moves, form))),
    })),
  };
}
