import { type Group, type Mesh, Quaternion, ShaderMaterial, Vector3 } from 'three';
import { expressionNames } from '../head/expressions.ts';
import { clamp } from '../maths/smooth.ts';
import type { FaceFrame } from '../motion/face-frame.ts';
import { type FaceWeights, faceWeights, moodOf } from '../motion/face-weights.ts';
import type { EyesPart } from './eyes-part.ts';
import type { RigUniforms } from './rig.ts';

interface RigParts {
  readonly rig: RigUniforms;
  readonly skull: Group;
  readonly eyes: EyesPart;
  /** Teeth and tongue. */
  readonly mouth: Mesh;
  /** Meshes with the face's morph targets. */
  readonly morphing: readonly Mesh[];
}

/** Both eyes converge on the visitor. Parallel eyes would look through the visitor. */
const convergence = 0.035;

/** Applies frames to the parts. */
export function personRig({ rig, skull, eyes, mouth, morphing }: RigParts): (frame: FaceFrame) => void {
  const turn = new Quaternion();
  const pivot = new Vector3();
  const moved = [...morphing, mouth];
  return (frame) => {
    const weights = faceWeights(frame);
    for (const mesh of moved) setMorphs(mesh, weights);
    if (mouth.material instanceof ShaderMaterial && mouth.material.uniforms.open)
      mouth.material.uniforms.open.value = partedLips(weights);
    const { pitch, yaw, roll } = frame.head;
    rig.headTurn.value.set(pitch, yaw, -roll);
    rig.bodyTurn.value.set(0.15 * pitch, 0.3 * yaw, -0.25 * roll);
    rig.headShift.value.set(0, 0, 0.22 * frame.lean);
    rig.shoulders.value = 0.16 * frame.shoulders;
    rig.breath.value = 0.012 * frame.breath;
    rig.mood.value = moodOf(frame);
    const angle = rig.headTurn.value.length();
    turn.identity();
    if (angle > 1e-5) turn.setFromAxisAngle(pivot.copy(rig.headTurn.value).normalize(), angle);
    skull.quaternion.copy(turn);
    pivot.copy(rig.headPivot.value).applyQuaternion(turn).negate();
    skull.position.copy(rig.headPivot.value).add(pivot).add(rig.headShift.value);
    // The shader moves the head with the breath by the same amount.
    skull.position.y += rig.breath.value * 0.35 * 0.45;
    eyes.left.rotation.set(-frame.gaze.y, frame.gaze.x - convergence, 0);
    eyes.right.rotation.set(-frame.gaze.y, frame.gaze.x + convergence, 0);
    eyes.shade(skull.position.y, weights.lids);
  };
}

/** How much light gets between the lips. Below 0 for lips that are pushed forward: they shade the teeth. */
const partedLips = (w: FaceWeights): number => {
  const parted = w.mouthLowerDown + w.mouthUpperUp + 2.4 * (w.jawOpen - w.mouthClose) + 0.4 * w.mouthFunnel;
  return clamp(parted, 0, 1) - 1.5 * w.mouthPucker ** 2;
};

function setMorphs(mesh: Mesh, weights: FaceWeights): void {
  const { morphTargetDictionary: places, morphTargetInfluences: influences } = mesh;
  if (!places || !influences) return;
  const set = (name: string, weight: number): void => {
    const at = places[name];
    if (at !== undefined) influences[at] = weight;
  };
  for (const name of expressionNames) set(name, weights[name]);
  for (const side of ['Left', 'Right'] as const) {
    const shut = weights[`eyeBlink${side}`];
    set(`eyeHalfBlink${side}`, 1 - Math.abs(2 * shut - 1));
    set(`eyeBlink${side}`, Math.max(0, 2 * shut - 1));
  }
}
