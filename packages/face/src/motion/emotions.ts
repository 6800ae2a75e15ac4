import type { Emotion } from '@parley/protocol';
import type { ExpressionWeights } from '../head/expressions.ts';
import { clamp } from '../maths/smooth.ts';
import { smoothedExpressions, smoothedValue } from './smoothed-value.ts';
import poses from './tables/emotions.json' with { type: 'json' };

interface EmotionPose {
  readonly expressions: ExpressionWeights;
  readonly pitch: number;
  readonly roll: number;
}

export const emotionPoses: Readonly<Record<Emotion, EmotionPose>> = poses;

/** Fades emotions in and out within a third of a second. */
export function createMood() {
  const [expressions, pitch, roll] = [smoothedExpressions(110), smoothedValue(), smoothedValue()];
  let goal: EmotionPose = emotionPoses.neutral;
  let intensity = 0;
  return {
    set: (emotion: Emotion, strength: number): void => {
      goal = emotionPoses[emotion];
      intensity = clamp(strength, 0, 1);
    },
    /** The pose on the way to the current emotion. */
    step: (deltaMs: number): EmotionPose => ({
      expressions: expressions(goal.expressions, deltaMs, intensity),
      pitch: pitch(goal.pitch * intensity, deltaMs, 160),
      roll: roll(goal.roll * intensity, deltaMs, 160),
    }),
  };
}
