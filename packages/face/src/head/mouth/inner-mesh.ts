import { normalsOf } from '../../maths/normals.ts';
import type { Vector } from '../../maths/vector.ts';
import type { HeadForm } from '../head-form.ts';
import type { MeshData } from '../mesh-data.ts';
import { type InnerMorph, innerMorphs, innerPose } from './inner-pose.ts';
import type { InnerSheet } from './inner-sheet.ts';
import { teethSheet } from './teeth.ts';
import { tongueSheet } from './tongue.ts';

/** Teeth and tongue as one mesh, with offsets for what moves them. */
export interface InnerMesh extends MeshData {
  readonly triangles: Uint32Array;
  readonly colours: Float32Array;
  readonly morphs: readonly { readonly name: InnerMorph; readonly positions: Float32Array }[];
}

export function innerMesh(form: HeadForm): InnerMesh {
  const sheets = [teethSheet(form, 1), teethSheet(form, -1), tongueSheet(form)];
  const triangles: number[] = [];
  let from = 0;
  for (const sheet of sheets) {
    for (const corner of sheet.triangles) triangles.push(from + corner);
    from += sheet.points.length;
  }
  const flat = (pick: (sheet: InnerSheet) => readonly Vector[]): Float32Array =>
    new Float32Array(sheets.flatMap(pick).flat());
  const positions = flat(({ points }) => points);
  const index = new Uint32Array(triangles);
  return {
    positions,
    triangles: index,
    normals: normalsOf(positions, index),
    colours: flat(({ colours }) => colours),
    morphs: innerMorphs.map((name) => ({
      name,
      positions: flat(({ points, moves }) => points.map((at) => innerPose(name, at, moves, form))),
    })),
  };
}
