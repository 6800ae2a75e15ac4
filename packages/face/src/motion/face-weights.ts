import { expressionNames } from '../head/expressions.ts';
import { clamp } from '../maths/smooth.ts';
import type { FaceFrame } from './face-frame.ts';
import { mouthWeights } from './mouth-weights.ts';

export type FaceWeights = Record<(typeof expressionNames)[number], number> & { lids: number };

/** What a frame does to the face: expressions with speech, and lids that follow the eyes. */
export function faceWeights(frame: FaceFrame): FaceWeights {
  const all = mouthWeights(frame.expressions, frame.mouth);
  const weights = Object.fromEntries(
    expressionNames.map((name) => [name, clamp(all[name] ?? 0, 0, 1)]),
  ) as FaceWeights;
  // The lids follow the eyes. Otherwise white would show above the iris when they look down, and below when they look up.
  const down = clamp(-frame.gaze.y * 1.2, 0, 0.5);
  weights.eyeBlinkLeft = Math.max(weights.eyeBlinkLeft, down);
  weights.eyeBlinkRight = Math.max(weights.eyeBlinkRight, down);
  weights.eyeWide = clamp(weights.eyeWide + Math.max(0, frame.gaze.y) * 2.6, 0, 1);
  weights.eyeSquint = clamp(weights.eyeSquint + 1.6 * frame.gaze.y, -0.5, 1);
  weights.lids = (weights.eyeBlinkLeft + weights.eyeBlinkRight) / 2 - 0.3 * weights.eyeWide;
  return weights;
}

/** The mood of the light: −1 sad to 1 glad. Expressions change smoothly, and so does the light. */
export function moodOf({ expressions, mood }: FaceFrame): number {
  if (mood !== undefined) return mood;
  const { mouthSmileLeft = 0, mouthSmileRight = 0, mouthFrown = 0, browDownLeft = 0 } = expressions;
  return clamp((mouthSmileLeft + mouthSmileRight) * 0.8 - 1.2 * mouthFrown - 0.5 * browDownLeft, -1, 1);
}
