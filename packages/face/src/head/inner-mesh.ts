import { normalsOf } from '../maths/normals.ts';
import { subtract, type Vector } from '../maths/vector.ts';
import type { HeadForm } from './head-form.ts';
import type { InnerSheet } from './inner-sheet.ts';
import type { MeshData } from './mesh-data.ts';
import { turnJaw } from './mouth-poses.ts';
import { teethSheet } from './teeth.ts';
import { tongueJawShare, tonguePose, tongueSheet } from './tongue.ts';

export const innerMorphs = ['jawOpen', 'tongueUp', 'tongueOut'] as const;
type InnerMorph = (typeof innerMorphs)[number];

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

/** How far a movement shifts a point inside the mouth. No movement of the lips is among them. */
export function innerPose(name: InnerMorph, at: Vector, moves: InnerSheet['moves'], form: HeadForm): Vector {
  if (moves === 'skull') return [0, 0, 0];
  if (name === 'jawOpen') return subtract(turnJaw(at, moves === 'jaw' ? 1 : tongueJawShare(at[2])), at);
  return moves === 'tongue' ? tonguePose(name, at, form) : [0, 0, 0];
}
