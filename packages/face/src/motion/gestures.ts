import type { Gesture } from '@parley/protocol';
import type { ExpressionWeights } from '../head/expressions.ts';

/** What a gesture adds at one moment. */
export interface Posture {
  readonly pitch: number;
  readonly yaw: number;
  readonly roll: number;
  readonly shoulders: number;
  readonly expressions: ExpressionWeights;
}

const rest: Posture = { pitch: 0, yaw: 0, roll: 0, shoulders: 0, expressions: {} };

/** Goes out and back once. */
const pulse = (t: number): number => Math.sin(Math.PI * t) ** 2;
/** Goes out quickly, holds, and comes back slowly. */
const holdAndReturn = (t: number): number => Math.min(1, Math.min(t / 0.22, (1 - t) / 0.34)) ** 1.5;

interface Motion {
  readonly durationMs: number;
  at(t: number): Partial<Posture>;
}

/** The motions. `t` goes from 0 to 1 over the duration. */
export const motions: Readonly<Record<Gesture, Motion>> = {
  nod: { durationMs: 520, at: (t) => ({ pitch: 0.19 * pulse(t) - 0.035 * Math.sin(2 * Math.PI * t) }) },
  shake: {
    durationMs: 620,
    at: (t) => ({ yaw: 0.21 * Math.sin(2 * Math.PI * t) * Math.sin(Math.PI * t) ** 0.6 }),
  },
  tilt: { durationMs: 1100, at: (t) => ({ roll: 0.17 * holdAndReturn(t), yaw: 0.04 * holdAndReturn(t) }) },
  shrug: {
    durationMs: 1000,
    at: (t) => ({
      shoulders: holdAndReturn(t),
      roll: 0.06 * holdAndReturn(t),
      pitch: -0.03 * holdAndReturn(t),
      expressions: {
        browInnerUp: 0.6 * holdAndReturn(t),
        browOuterUpLeft: 0.5 * holdAndReturn(t),
        browOuterUpRight: 0.5 * holdAndReturn(t),
        mouthFrown: 0.45 * holdAndReturn(t),
        mouthPress: 0.3 * holdAndReturn(t),
      },
    }),
  },
  wink: {
    durationMs: 460,
    at: (t) => ({
      roll: 0.05 * holdAndReturn(t),
      expressions: {
        eyeBlinkLeft: holdAndReturn(t),
        cheekSquintLeft: 0.8 * holdAndReturn(t),
        mouthSmileLeft: 0.65 * holdAndReturn(t),
      },
    }),
  },
  'raise-brows': {
    durationMs: 700,
    at: (t) => ({
      pitch: -0.03 * holdAndReturn(t),
      expressions: {
        browInnerUp: 0.8 * holdAndReturn(t),
        browOuterUpLeft: holdAndReturn(t),
        browOuterUpRight: holdAndReturn(t),
        eyeWide: 0.4 * holdAndReturn(t),
      },
    }),
  },
};

export interface Gestures {
  /** Starts when the gestures before it have ended. */
  add(gesture: Gesture, times: number): void;
  at(nowMs: number): Posture;
  stop(): void;
}

const maxWaiting = 8;

export function createGestures(): Gestures {
  let waiting: Gesture[] = [];
  let current: { readonly motion: Motion; readonly sinceMs: number } | undefined;
  return {
    add: (gesture, times) => {
      for (let i = 0; i < times && waiting.length < maxWaiting; i++) waiting.push(gesture);
    },
    at: (nowMs) => {
      if (current && nowMs - current.sinceMs >= current.motion.durationMs) current = undefined;
      const next = current ? undefined : waiting.shift();
      if (next) current = { motion: motions[next], sinceMs: nowMs };
      if (!current) return rest;
      return { ...rest, ...current.motion.at((nowMs - current.sinceMs) / current.motion.durationMs) };
    },
    stop: () => {
      waiting = [];
      current = undefined;
    },
  };
}
