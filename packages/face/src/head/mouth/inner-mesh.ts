import type { Vector } from '../../maths/vector.ts';
import type { HeadForm } from '../head-form.ts';
import { sheetMesh } from '../mesh-data.ts';
import type { InnerSheet } from './inner-sheet.ts';
import { innerMorphs, innerPose } from './mouth-outline.ts';
import { teethSheet } from './teeth.ts';
import { tongueSheet } from './tongue.ts';

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
