import type { FaceLook } from '../look/face-look.ts';
import { normalsOf } from '../maths/normals.ts';
import type { Steps } from '../maths/steps.ts';
import { type Expression, expressionNames } from './expressions.ts';
import { type Grid, gridOf } from './grid.ts';
import { type HeadForm, headForm } from './head-form.ts';
import { type Loft, loftOf } from './loft.ts';
import type { MeshData, MorphTarget } from './mesh-data.ts';
import { type Pose, sculptor } from './sculpt.ts';
import { type SkinTopology, skinTopology } from './skin/skin-topology.ts';

/** A head that does not move. */
export interface HeadAtRest extends MeshData {
  readonly form: HeadForm;
  readonly loft: Loft;
  readonly grid: Grid;
  readonly topology: SkinTopology;
}

export interface HeadMesh extends HeadAtRest {
  /** Offsets from the positions and normals at rest. */
  readonly morphs: readonly MorphTarget[];
}

const movesSkin = (name: Expression): boolean => name !== 'tongueOut' && name !== 'tongueUp';

type Sculpture = ReturnType<typeof sculptor>;

function* sculptedSteps(look: FaceLook): Steps<{ readonly head: HeadAtRest; readonly sculpture: Sculpture }> {
  const form = headForm(look);
  const loft = loftOf(form);
  yield;
  const grid = gridOf(form, loft);
  const topology = skinTopology(grid);
  yield;
  const sculpture = sculptor(form, loft, grid, topology, look.eyes.lashes);
  yield;
  const positions = sculpture.rest;
  const triangles = new Uint32Array(topology.triangles);
  const normals = normalsOf(positions, triangles);
  return { head: { form, loft, grid, topology, triangles, positions, normals }, sculpture };
}

export function* headSteps(look: FaceLook): Steps<HeadMesh> {
  const { head, sculpture } = yield* sculptedSteps(look);
  const { triangles, positions, normals } = head;
  yield;
  const target = (name: string, pose: Pose): MorphTarget => {
    const posed = sculpture.pose(pose);
    const turned = normalsOf(posed, triangles);
    return { name, positions: difference(posed, positions), normals: difference(turned, normals) };
  };
  const morphs: MorphTarget[] = [];
  for (const name of expressionNames.filter(movesSkin)) {
    morphs.push(target(name, { name }));
    yield;
  }
  // A straight path of the lid would cut through the eyeball.
  morphs.push(target('eyeHalfBlinkLeft', { name: 'eyeBlinkLeft', shut: 0.5 }));
  yield;
  morphs.push(target('eyeHalfBlinkRight', { name: 'eyeBlinkRight', shut: 0.5 }));
  return { ...head, morphs };
}

const difference = (to: Float32Array, from: Float32Array): Float32Array =>
  to.map((value, i) => value - (from[i] ?? 0));
