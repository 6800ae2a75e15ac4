import { type Group, type Mesh, Quaternion, ShaderMaterial, Vector3 } from 'three';
import { type ExpressionWeights, expressionNames } from '../head/expressions.ts';
import { clamp } from '../maths/smooth.ts';
import type { FaceFrame } from '../motion/face-frame.ts';
import { mouthWeights } from '../motion/mouth-weights.ts';
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
  return (frame) => {
    const weights = weightsOf(frame);
    for (const mesh of [...morphing, mouth]) setMorphs(mesh, weights);
    if (mouth.material instanceof ShaderMaterial && mouth.material.uniforms.open)
      mouth.material.uniforms.open.value = partedLips(weights);
    const { pitch, yaw, roll } = frame.head;
    rig.headTurn.value.set(pitch, yaw, -roll);
    rig.headShift.value.set(0, 0, 0.22 * frame.lean);
    rig.shoulders.value = 0.16 * frame.shoulders;
    rig.breath.value = 0.012 * frame.breath;
    rig.mood.value = moodOf(frame.expressions);
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

type Weights = Record<(typeof expressionNames)[number], number> & { lids: number };

function weightsOf(frame: FaceFrame): Weights {
  const all = mouthWeights(frame.expressions, frame.mouth);
  const weights = Object.fromEntries(
    expressionNames.map((name) => [name, clamp(all[name] ?? 0, 0, 1)]),
  ) as Weights;
  // The lids follow the eyes. Otherwise white would show above the iris when the eyes look down.
  const down = clamp(-frame.gaze.y * 1.5, 0, 0.5);
  weights.eyeBlinkLeft = Math.max(weights.eyeBlinkLeft, down);
  weights.eyeBlinkRight = Math.max(weights.eyeBlinkRight, down);
  weights.eyeWide = clamp(weights.eyeWide + Math.max(0, frame.gaze.y) * 1.6, 0, 1);
  weights.lids = (weights.eyeBlinkLeft + weights.eyeBlinkRight) / 2 - 0.3 * weights.eyeWide;
  return weights;
}

/** How much light gets between the lips. */
const partedLips = (w: Weights): number =>
  clamp(w.mouthLowerDown + w.mouthUpperUp + 2.4 * (w.jawOpen - w.mouthClose) + 0.4 * w.mouthFunnel, 0, 1);

function setMorphs(mesh: Mesh, weights: Weights): void {
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

/** The mood of the light for this expression: −1 sad to 1 glad. Expressions change smoothly, and so does the light. */
export function moodOf(expressions: ExpressionWeights): number {
  const { mouthSmileLeft = 0, mouthSmileRight = 0, mouthFrown = 0, browDownLeft = 0 } = expressions;
  return clamp((mouthSmileLeft + mouthSmileRight) * 0.8 - 1.2 * mouthFrown - 0.5 * browDownLeft, -1, 1);
}
