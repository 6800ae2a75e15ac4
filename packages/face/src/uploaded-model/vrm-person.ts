import { type VRM, VRMUtils } from '@pixiv/three-vrm';
import { Group, MathUtils } from 'three';
import { FaceError } from '../face-error.ts';
import type { FaceFrame } from '../motion/face-frame.ts';
import { type Viseme, visemePlans } from '../motion/visemes.ts';
import { freeAll, type Person } from '../scene/person.ts';
import { modelLights, placeModel } from './place-model.ts';

/** Models are delivered with their arms stretched out. */
const armsDown = 1.25;

export function vrmPerson(vrm: VRM): Person {
  const { expressionManager: expressions, humanoid } = vrm;
  if (!expressions?.getExpression('aa'))
    throw new FaceError('model-without-mouth', 'The VRM has no expression "aa", so its mouth cannot move.');
  VRMUtils.rotateVRM0(vrm);
  const faces = vrm.meta.metaVersion === '0' ? -1 : 1;
  for (const [arm, side] of [
    ['leftUpperArm', -1],
    ['rightUpperArm', 1],
  ] as const) {
    const bone = humanoid.getNormalizedBoneNode(arm);
    if (bone) bone.rotation.z = side * armsDown * faces;
  }
  vrm.update(0);
  const head = humanoid.getRawBoneNode('head') ?? undefined;
  const holder = placeModel(vrm.scene, vrm.scene, head);
  const group = new Group();
  group.add(holder, modelLights());
  vrm.scene.traverse((part) => {
    part.frustumCulled = false;
  });
  let lastMs: number | undefined;
  return {
    group,
    apply: (frame) => {
      for (const [name, weight] of Object.entries(vrmWeights(frame))) expressions.setValue(name, weight);
      const bone = humanoid.getNormalizedBoneNode('head');
      bone?.rotation.set(frame.head.pitch * faces, frame.head.yaw, -frame.head.roll * faces);
      vrm.lookAt?.applier.applyYawPitch(MathUtils.radToDeg(frame.gaze.x), MathUtils.radToDeg(-frame.gaze.y));
      const nowMs = performance.now();
      // After a pause, one long step would throw hair and clothes around.
      vrm.update(Math.min(0.05, (nowMs - (lastMs ?? nowMs)) / 1000));
      lastMs = nowMs;
    },
    dispose: () => {
      VRMUtils.deepDispose(vrm.scene);
      freeAll(group);
    },
  };
}

/** The VRM expressions for a frame. */
export function vrmWeights({ visemes, expressions }: FaceFrame) {
  const vowels = { aa: 0, ih: 0, ou: 0, ee: 0, oh: 0 };
  for (const [viseme, weight] of Object.entries(visemes) as [Viseme, number][])
    for (const [name, share] of Object.entries(visemePlans[viseme].vrm) as [keyof typeof vowels, number][])
      vowels[name] = Math.min(1, vowels[name] + share * weight);
  const smile = ((expressions.mouthSmileLeft ?? 0) + (expressions.mouthSmileRight ?? 0)) / 2;
  return {
    ...vowels,
    blinkLeft: expressions.eyeBlinkLeft ?? 0,
    blinkRight: expressions.eyeBlinkRight ?? 0,
    happy: smile > 0.3 ? smile * 0.7 : 0,
    sad: Math.min(0.8, expressions.mouthFrown ?? 0),
    surprised: Math.min(1, expressions.eyeWide ?? 0) * 0.8,
  };
}
