import type { FaceLook } from '../look/face-look.ts';
import { normalsChanged, normalsOf } from '../maths/normals.ts';
import { finished, type Steps } from '../maths/steps.ts';
import { type Expression, expressionNames } from './expressions.ts';
import { type Grid, gridOf } from './grid.ts';
import { type HeadForm, headForm } from './head-form.ts';
import { type Loft, loftOf } from './loft.ts';
import { type Pose, type Sculptor, sculptor } from './sculpt.ts';
import { type SkinTopology, skinTopology } from './skin/skin-topology.ts';

/** A blink has a half-way target, because a straight path of the lid would cut through the eyeball. */
export type Morph = Expression | 'eyeHalfBlinkLeft' | 'eyeHalfBlinkRight';

export interface MorphTarget {
  readonly name: Morph;
  readonly positions: Float32Array;
  readonly normals: Float32Array;
}

/** A head that does not move. */
export interface HeadAtRest {
  readonly form: HeadForm;
  readonly loft: Loft;
  readonly grid: Grid;
  readonly topology: SkinTopology;
  readonly triangles: Uint32Array;
  readonly positions: Float32Array;
  readonly normals: Float32Array;
}

export interface HeadMesh extends HeadAtRest {
  /** Offsets from the positions and normals at rest. */
  readonly morphs: readonly MorphTarget[];
}

const movesSkin = (name: Expression): boolean => name !== 'tongueOut' && name !== 'tongueUp';

interface Sculpted {
  readonly head: HeadAtRest;
  readonly sculpture: Sculptor;
}

function* sculptedSteps(look: FaceLook): Steps<Sculpted> {
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

export const headAtRest = (look: FaceLook): HeadAtRest => finished(sculptedSteps(look)).head;

export const headMesh = (look: FaceLook): HeadMesh => finished(headSteps(look));

export function* headSteps(look: FaceLook): Steps<HeadMesh> {
  const { head, sculpture } = yield* sculptedSteps(look);
  const { triangles, positions, normals } = head;
  yield;
  const moving = trianglesAmong(triangles, sculpture.movable);
  const target = (name: Morph, pose: Pose): MorphTarget => {
    const posed = sculpture.pose(pose);
    const turned = normalsChanged(normals, posed, moving.triangles, moving.inner);
    return { name, positions: difference(posed, positions), normals: difference(turned, normals) };
  };
  const morphs: MorphTarget[] = [];
  for (const name of expressionNames.filter(movesSkin)) {
    morphs.push(target(name, { name }));
    yield;
  }
  morphs.push(target('eyeHalfBlinkLeft', { name: 'eyeBlinkLeft', shut: 0.5 }));
  yield;
  morphs.push(target('eyeHalfBlinkRight', { name: 'eyeBlinkRight', shut: 0.5 }));
  return { ...head, morphs };
}

/** The triangles whose corners are all among these vertices, and the vertices that have only such triangles. */
function trianglesAmong(
  triangles: Uint32Array,
  vertices: readonly number[],
): { triangles: Uint32Array; inner: number[] } {
  const among = new Set(vertices);
  const onBorder = new Set<number>();
  const found: number[] = [];
  for (let i = 0; i < triangles.length; i += 3) {
    const corners = [triangles[i] ?? 0, triangles[i + 1] ?? 0, triangles[i + 2] ?? 0];
    if (corners.every((corner) => among.has(corner))) found.push(...corners);
    else for (const corner of corners) onBorder.add(corner);
  }
  return { triangles: new Uint32Array(found), inner: vertices.filter((i) => !onBorder.has(i)) };
}

function difference(to: Float32Array, from: Float32Array): Float32Array {
  const moved = new Float32Array(to.length);
  for (let i = 0; i < to.length; i++) moved[i] = (to[i] ?? 0) - (from[i] ?? 0);
  return moved;
}
