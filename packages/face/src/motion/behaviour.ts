import type { LookTarget } from '@parley/protocol';
import type { Expression, ExpressionWeights } from '../head/expressions.ts';
import { between, type Random } from '../maths/random.ts';
import { createBlinks } from './blinks.ts';
import { createMood } from './emotions.ts';
import type { FaceFrame } from './face-frame.ts';
import { createGaze, lookDirections } from './gaze.ts';
import { createGestures } from './gestures.ts';
import { type FaceMode, modeStyles } from './modes.ts';
import { createMouth } from './mouth.ts';
import { type Movement, movementStyles } from './movement.ts';
import { smoothedExpressions, smoothedValue } from './smoothed-value.ts';
import { breathAt, createSway } from './sway.ts';
import type { FaceCommands } from './unchecked-commands.ts';

/** Everything the face does on its own and on command, as frames. It knows no renderer and no clock. */
export interface Behaviour extends FaceCommands {
  /** The frame for a time. Times must not go backwards. */
  frame(nowMs: number): FaceFrame;
}

interface BehaviourOptions {
  readonly random: Random;
  readonly movement: Movement;
}

/** After a pause, such as a hidden page, movement continues where it was instead of jumping. */
const maxStepMs = 100;
/** The head's own range, in radians, for a sway of 1. */
const swaySettings = { pitch: 0.018, yaw: 0.034, roll: 0.016 };

export function createBehaviour({ random, movement }: BehaviourOptions): Behaviour {
  let mode: FaceMode = 'idle';
  let target: LookTarget = 'user';
  let lastMs: number | undefined;
  let nextNodMs: number | undefined;
  const { idle, posture: follows, ...most } = movementStyles[movement];
  const blinks = createBlinks(random, () => modeStyles[mode].blinkPace * most.blinkPace);
  const gaze = createGaze(random, (nowMs) => blinks.blink(nowMs));
  const sway = createSway(random);
  const mood = createMood();
  const gestures = createGestures();
  const mouth = createMouth();
  const ease = {
    yaw: smoothedValue(),
    pitch: smoothedValue(),
    roll: smoothedValue(),
    lean: smoothedValue(),
    sway: smoothedValue(),
    expressions: smoothedExpressions(180),
  };

  const nodWhileListening = (nowMs: number): void => {
    if (mode !== 'listening' || idle === 0) {
      nextNodMs = undefined;
      return;
    }
    nextNodMs ??= nowMs + between(random, 1600, 4200);
    if (nowMs < nextNodMs) return;
    gestures.add('nod', random() < 0.3 ? 2 : 1);
    nextNodMs = nowMs + between(random, 3200, 7500);
  };

  const frame = (nowMs: number): FaceFrame => {
    const deltaMs = Math.min(maxStepMs, Math.max(0, nowMs - (lastMs ?? nowMs)));
    lastMs = nowMs;
    nodWhileListening(nowMs);
    const style = modeStyles[mode];
    const feeling = mood.step(deltaMs);
    const posture = gestures.at(nowMs);
    const size = Math.min(most.gestures, mode === 'listening' ? 0.55 : 1);
    const wanted = target === 'user' ? style.gaze : lookDirections[target];
    const goal = follows === 1 ? wanted : lookDirections.user;
    const eyes = gaze(nowMs, goal, style.gazeJitter * idle);
    const drift = sway(nowMs);
    const swaying = ease.sway(style.sway * idle, deltaMs, 400);
    const turn = target === 'user' ? style.turn : 0.42;
    const yaw = ease.yaw(goal.x * turn, deltaMs, 140);
    const pitch = style.pitch * follows;
    const lift = ease.pitch(pitch - goal.y * turn * 0.8, deltaMs, 160);
    const accent = mouth.accent() * follows;
    const head = {
      pitch:
        lift +
        feeling.pitch * follows +
        swaySettings.pitch * drift.pitch * swaying +
        posture.pitch * size +
        0.045 * accent * size,
      yaw: yaw + swaySettings.yaw * drift.yaw * swaying + posture.yaw * size,
      roll:
        ease.roll(style.roll * follows, deltaMs, 260) +
        feeling.roll * follows +
        swaySettings.roll * drift.roll * swaying +
        posture.roll * size,
    };
    const blink = blinks.at(nowMs);
    const own: ExpressionWeights = {
      eyeBlinkLeft: blink,
      eyeBlinkRight: blink,
      browInnerUp: 0.3 * accent,
      browOuterUpLeft: 0.28 * accent,
      browOuterUpRight: 0.28 * accent,
    };
    return {
      ...mouth.at(nowMs),
      expressions: strongest(
        ease.expressions(style.expressions, deltaMs),
        feeling.expressions,
        posture.expressions,
        own,
      ),
      head,
      lean: ease.lean(style.lean * follows, deltaMs, 320),
      // The eyes stay on their target while the head turns.
      gaze: { x: eyes.x - yaw, y: eyes.y + (lift - pitch) },
      breath: breathAt(nowMs) * idle,
      shoulders: Math.min(1, (posture.shoulders + 0.25 * accent) * size),
    };
  };

  return {
    setMode: (next) => {
      mode = next;
    },
    setEmotion: mood.set,
    gesture: follows === 1 ? gestures.add : () => undefined,
    look: (at) => {
      target = at;
    },
    speak: mouth.follow,
    stopSpeaking: mouth.release,
    frame,
  };
}

/** Combines expressions from several sources: the strongest counts, and others add a part of their weight. */
function strongest(...sources: readonly ExpressionWeights[]): ExpressionWeights {
  const sum: Partial<Record<Expression, number>> = {};
  for (const source of sources)
    for (const [name, weight] of Object.entries(source) as [Expression, number][]) {
      const current = sum[name] ?? 0;
      sum[name] = Math.min(1, Math.max(current, weight) + 0.3 * Math.min(current, weight));
    }
  return sum;
}
