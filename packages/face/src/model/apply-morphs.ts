import type { Mesh } from 'three';
import { expressionNames } from '../head/expressions.ts';
import { clamp } from '../maths/smooth.ts';
import type { FaceFrame } from '../motion/face-frame.ts';
import { mouthWeights } from '../motion/mouth-weights.ts';
import { visemeList } from '../motion/visemes.ts';
import { hasVisemes, type MorphMap } from './morph-names.ts';

/** Applies a frame to one mesh of a model. If the model has no visemes, they are made from its expressions. */
export function applyMorphs(mesh: Mesh, map: MorphMap, frame: FaceFrame): void {
  const influences = mesh.morphTargetInfluences;
  if (!influences) return;
  const ownShapes = hasVisemes(map);
  const movements = ownShapes ? frame.expressions : mouthWeights(frame.expressions, frame.mouth);
  for (const name of expressionNames)
    for (const index of map.expressions[name] ?? []) influences[index] = clamp(movements[name] ?? 0, 0, 1);
  // A model that cannot close its lips over an open jaw shuts the jaw instead.
  if (!map.expressions.mouthClose)
    for (const index of map.expressions.jawOpen ?? [])
      influences[index] = clamp((movements.jawOpen ?? 0) - (movements.mouthClose ?? 0), 0, 1);
  if (!ownShapes) return;
  for (const viseme of visemeList) {
    const index = map.visemes[viseme];
    if (index !== undefined) influences[index] = clamp(frame.visemes[viseme] ?? 0, 0, 1);
  }
}
