import type { Gesture } from '@parley/protocol';
import type { ExpressionWeights } from '../head/expressions.ts';

/** What a gesture adds at one moment. */
interface Posture {
  readonly pitch: number;
  readonly yaw: number;
  readonly roll: number;
  readonly shoulders: number;
  readonly expressions: ExpressionWeights;
}

const rest: Posture = { pitch: 0, yaw: 0, roll: 0, shoulders: 0, expressions: {} };

interface Motion {
  readonly durationMs: number;
  /** `t` goes from 0 to 1 over the duration. */
  at(t: number): Partial<Posture>;
}

/** Goes to the posture quickly, holds it, and comes back slowly. */
const held = (durationMs: number, { expressions = {}, ...posture }: Partial<Posture>): Motion => ({
  durationMs,
  at: (t) => {
    const share = Math.min(1, Math.min(t / 0.22, (1 - t) / 0.34)) ** 1.5;
    return { ...scaled(posture, share), expressions: scaled(expressions, share) };
  },
});

const scaled = <Weights extends Readonly<Record<string, number>>>(weights: Weights, by: number): Weights =>
  Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, weight * by])) as Weights;

export const motions: Readonly<Record<Gesture, Motion>> = {
  nod: {
    durationMs: 520,
    at: (t) => ({ pitch: 0.19 * Math.sin(Math.PI * t) ** 2 - 0.035 * Math.sin(2 * Math.PI * t) }),
  },
  shake: {
    durationMs: 620,
    at: (t) => ({ yaw: 0.21 * Math.sin(2 * Math.PI * t) * Math.sin(Math.PI * t) ** 0.6 }),
  },
  tilt: held(1100, { roll: 0.17, yaw: 0.04 }),
  shrug: held(1000, {
    shoulders: 1,
    roll: 0.06,
    pitch: -0.03,
    expressions: {
      browInnerUp: 0.6,
      browOuterUpLeft: 0.5,
      browOuterUpRight: 0.5,
      mouthFrown: 0.45,
      mouthPress: 0.3,
    },
  }),
  wink: held(460, {
    roll: 0.05,
    expressions: { eyeBlinkLeft: 1, cheekSquintLeft: 0.8, mouthSmileLeft: 0.65 },
  }),
  'raise-brows': held(700, {
    pitch: -0.03,
    expressions: { browInnerUp: 0.8, browOuterUpLeft: 1, browOuterUpRight: 1, eyeWide: 0.4 },
  }),
};

const maxWaiting = 8;

export function createGestures() {
  const waiting: Gesture[] = [];
  let current: { readonly motion: Motion; readonly sinceMs: number } | undefined;
  return {
    /** The gesture starts when the gestures before it have ended. */
    add: (gesture: Gesture, times: number): void => {
      for (let i = 0; i < times && waiting.length < maxWaiting; i++) waiting.push(gesture);
    },
    at: (nowMs: number): Posture => {
      if (current && nowMs - current.sinceMs >= current.motion.durationMs) current = undefined;
      const next = current ? undefined : waiting.shift();
      if (next) current = { motion: motions[next], sinceMs: nowMs };
      if (!current) return rest;
      return { ...rest, ...current.motion.at((nowMs - current.sinceMs) / current.motion.durationMs) };
    },
  };
}
