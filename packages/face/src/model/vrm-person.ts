import { type VRM, VRMUtils } from '@pixiv/three-vrm';
import { Group, MathUtils } from 'three';
import { FaceError } from '../face-error.ts';
import { freeAll, type Person } from '../scene/person.ts';
import { modelLights, placeModel } from './place-model.ts';
import { vrmExpressions, vrmWeights } from './vrm-weights.ts';

/** Models are delivered with their arms stretched out. */
const armsDown = 1.25;

export function vrmPerson(vrm: VRM): Person {
  const { expressionManager: expressions, humanoid } = vrm;
  if (!expressions?.getExpression('aa'))
    throw new FaceError('model-without-mouth', 'The VRM has no expression "aa", so its mouth cannot move.');
  VRMUtils.rotateVRM0(vrm);
  lowerArms(vrm);
  vrm.update(0);
  const head = humanoid.getRawBoneNode('head') ?? undefined;
  const holder = placeModel(vrm.scene, vrm.scene, head);
  const group = new Group();
  group.add(holder, modelLights());
  vrm.scene.traverse((part) => {
    part.frustumCulled = false;
  });
  const faces = vrm.meta.metaVersion === '0' ? -1 : 1;
  let lastMs: number | undefined;
  return {
    group,
    apply: (frame) => {
      const weights = vrmWeights(frame);
      for (const name of vrmExpressions) expressions.setValue(name, weights[name]);
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

function lowerArms({ humanoid, meta }: VRM): void {
  const side = meta.metaVersion === '0' ? -1 : 1;
  const left = humanoid.getNormalizedBoneNode('leftUpperArm');
  const right = humanoid.getNormalizedBoneNode('rightUpperArm');
  if (left) left.rotation.z = -armsDown * side;
  if (right) right.rotation.z = armsDown * side;
}
