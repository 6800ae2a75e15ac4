import type { Emotion } from '@parley/protocol';
import { type Expression, type ExpressionWeights, expressionNames } from '../head/expressions.ts';
import { smoothedValue } from './smoothed-value.ts';

interface EmotionPose {
  readonly expressions: ExpressionWeights;
  readonly pitch: number;
  readonly roll: number;
}

export const emotionPoses: Readonly<Record<Emotion, EmotionPose>> = {
  neutral: { expressions: {}, pitch: 0, roll: 0 },
  happy: {
    expressions: {
      mouthSmileLeft: 0.85,
      mouthSmileRight: 0.85,
      cheekSquintLeft: 0.6,
      cheekSquintRight: 0.6,
      browOuterUpLeft: 0.2,
      browOuterUpRight: 0.2,
      mouthUpperUp: 0.18,
      jawOpen: 0.05,
    },
    pitch: -0.02,
    roll: 0.025,
  },
  sad: {
    expressions: {
      mouthFrown: 0.8,
      browInnerUp: 0.95,
      eyeSquint: 0.15,
      eyeBlinkLeft: 0.14,
      eyeBlinkRight: 0.14,
    },
    pitch: 0.09,
    roll: 0.04,
  },
  surprised: {
    expressions: {
      browInnerUp: 0.75,
      browOuterUpLeft: 0.9,
      browOuterUpRight: 0.9,
      eyeWide: 0.9,
      jawOpen: 0.22,
    },
    pitch: -0.05,
    roll: 0,
  },
  concerned: {
    expressions: {
      browInnerUp: 0.7,
      browDownLeft: 0.35,
      browDownRight: 0.35,
      mouthFrown: 0.35,
      mouthPress: 0.25,
      eyeSquint: 0.25,
    },
    pitch: 0.045,
    roll: -0.05,
  },
  thinking: {
    expressions: {
      browDownLeft: 0.4,
      browOuterUpRight: 0.55,
      mouthPress: 0.35,
      mouthPucker: 0.18,
      eyeSquint: 0.3,
    },
    pitch: -0.03,
    roll: 0.06,
  },
};

export interface Mood {
  set(emotion: Emotion, intensity: number): void;
  /** The expressions on the way to the current emotion. */
  step(deltaMs: number): EmotionPose;
}

/** Fades emotions in and out within a third of a second. */
export function createMood(): Mood {
  const faders = new Map<Expression, ReturnType<typeof smoothedValue>>();
  const [pitch, roll] = [smoothedValue(), smoothedValue()];
  let goal: EmotionPose = emotionPoses.neutral;
  let intensity = 0;
  return {
    set: (emotion, strength) => {
      goal = emotionPoses[emotion];
      intensity = Math.min(1, Math.max(0, strength));
    },
    step: (deltaMs) => {
      const expressions: Partial<Record<Expression, number>> = {};
      for (const name of expressionNames) {
        const wanted = (goal.expressions[name] ?? 0) * intensity;
        const fader = faders.get(name) ?? (wanted > 0 ? smoothedValue() : undefined);
        if (!fader) continue;
        faders.set(name, fader);
        const value = fader.step(wanted, deltaMs, 110);
        if (value > 0.002) expressions[name] = value;
      }
      return {
        expressions,
        pitch: pitch.step(goal.pitch * intensity, deltaMs, 160),
        roll: roll.step(goal.roll * intensity, deltaMs, 160),
      };
    },
  };
}
