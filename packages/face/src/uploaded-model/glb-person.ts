import { Euler, Group, Mesh, type Object3D, Quaternion } from 'three';
import { FaceError } from '../face-error.ts';
import { expressionNames } from '../head/expressions.ts';
import { clamp } from '../maths/smooth.ts';
import type { FaceFrame } from '../motion/face-frame.ts';
import { mouthWeights } from '../motion/mouth-weights.ts';
import { visemeList } from '../motion/visemes.ts';
import { freeAll, type Person } from '../scene/person.ts';
import { hasMouth, type MorphMap, mapMorphs } from './morph-names.ts';
import { modelLights, placeModel } from './place-model.ts';

/** A GLB whose meshes have the fifteen visemes or the ARKit expressions as morph targets. */
export function glbPerson(scene: Object3D): Person {
  const faces = morphingMeshes(scene);
  const main = faces.find(({ map }) => hasMouth(map));
  if (!main)
    throw new FaceError(
      'model-without-mouth',
      'The model has no mouth shapes. It needs morph targets named as Oculus visemes (viseme_aa …) or as in ARKit (jawOpen …).',
    );
  const head = boneNamed(scene, /head$/i);
  const eyes = [
    boneNamed(scene, /left_?eye$|eye_?l(eft)?$/i),
    boneNamed(scene, /right_?eye$|eye_?r(ight)?$/i),
  ];
  const holder = placeModel(scene, main.mesh, head);
  const group = new Group();
  group.add(holder, modelLights());
  const turnHead = rotator(head ?? holder);
  const turnEyes = eyes.flatMap((eye) => (eye ? [rotator(eye)] : []));
  return {
    group,
    apply: (frame) => {
      for (const { mesh, map } of faces) applyMorphs(mesh, map, frame);
      turnHead(frame.head.pitch, frame.head.yaw, -frame.head.roll);
      for (const turn of turnEyes) turn(-frame.gaze.y, frame.gaze.x, 0);
    },
    dispose: () => freeAll(group),
  };
}

/** Applies a frame to one mesh of a model. If the model has no visemes, they are made from its expressions. */
function applyMorphs(mesh: Mesh, map: MorphMap, frame: FaceFrame): void {
  const influences = mesh.morphTargetInfluences;
  if (!influences) return;
  const { aa, O, PP } = map.visemes;
  const hasMouthShapes = aa !== undefined && O !== undefined && PP !== undefined;
  const movements = hasMouthShapes ? frame.expressions : mouthWeights(frame.expressions, frame.mouth);
  for (const name of expressionNames)
    for (const index of map.expressions[name] ?? []) influences[index] = clamp(movements[name] ?? 0, 0, 1);
  // A model that cannot close its lips over an open jaw shuts the jaw instead.
  if (!map.expressions.mouthClose)
    for (const index of map.expressions.jawOpen ?? [])
      influences[index] = clamp((movements.jawOpen ?? 0) - (movements.mouthClose ?? 0), 0, 1);
  if (!hasMouthShapes) return;
  for (const viseme of visemeList) {
    const index = map.visemes[viseme];
    if (index !== undefined) influences[index] = clamp(frame.visemes[viseme] ?? 0, 0, 1);
  }
}

function morphingMeshes(scene: Object3D): { mesh: Mesh; map: MorphMap }[] {
  const found: { mesh: Mesh; map: MorphMap }[] = [];
  scene.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    part.frustumCulled = false;
    if (part.morphTargetDictionary) found.push({ mesh: part, map: mapMorphs(part.morphTargetDictionary) });
  });
  return found;
}

function boneNamed(scene: Object3D, name: RegExp): Object3D | undefined {
  let found: Object3D | undefined;
  scene.traverse((part) => {
    if (!found && 'isBone' in part && name.test(part.name)) found = part;
  });
  return found;
}

/** Rotates a part about the world axes, relative to its rest position. */
function rotator(part: Object3D): (x: number, y: number, z: number) => void {
  const rest = part.quaternion.clone();
  const parent = part.parent?.getWorldQuaternion(new Quaternion()) ?? new Quaternion();
  const back = parent.clone().invert();
  const turn = new Quaternion();
  const angles = new Euler();
  return (x, y, z) => {
    turn.setFromEuler(angles.set(x, y, z, 'YXZ'));
    part.quaternion.copy(back).multiply(turn).multiply(parent).multiply(rest);
  };
}
