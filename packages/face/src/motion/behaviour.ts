import type { Emotion, Gesture, LookTarget } from '@parley/protocol';
import { type Expression, type ExpressionWeights, expressionNames } from '../head/expressions.ts';
import { between, type Random } from '../maths/random.ts';
import { type Accent, accentAt, accentsOf } from './accents.ts';
import { createBlinks } from './blinks.ts';
import { createMood } from './emotions.ts';
import type { FaceFrame } from './face-frame.ts';
import { createGaze, lookDirections } from './gaze.ts';
import { createGestures } from './gestures.ts';
import { type FaceMode, modeStyles } from './modes.ts';
import { createMouth, type PlaybackClock } from './mouth.ts';
import type { TimedViseme } from './mouth-track.ts';
import { smoothedValue } from './smoothed-value.ts';
import { breathAt, createSway } from './sway.ts';

/** Everything the face does on its own and on command, as frames. It knows no renderer and no clock. */
export interface Behaviour {
  setMode(mode: FaceMode): void;
  setEmotion(emotion: Emotion, intensity: number): void;
  gesture(name: Gesture, times: number): void;
  look(at: LookTarget): void;
  speak(track: readonly TimedViseme[], clock: PlaybackClock): void;
  stopSpeaking(): void;
  /** The frame for a time. Times must not go backwards. */
  frame(nowMs: number): FaceFrame;
}

export interface BehaviourOptions {
  readonly random: Random;
  /** Limits movement to speech, gestures, emotions and blinking. */
  readonly reducedMotion: boolean;
}

/** After a pause, such as a hidden page, movement continues where it was instead of jumping. */
const maxStepMs = 100;
/** The head's own range, in radians, for a sway of 1. */
const swaySettings = { pitch: 0.018, yaw: 0.034, roll: 0.016 };

export function createBehaviour({ random, reducedMotion }: BehaviourOptions): Behaviour {
  let mode: FaceMode = 'idle';
  let target: LookTarget = 'user';
  let accents: readonly Accent[] = [];
  let accentsUpTo = 0;
  let spoken: { readonly track: readonly TimedViseme[]; readonly clock: PlaybackClock } | undefined;
  let lastMs: number | undefined;
  let nextNodMs: number | undefined;
  const calm = reducedMotion ? 0 : 1;
  const blinks = createBlinks(random, () => modeStyles[mode].blinkPace * (reducedMotion ? 0.7 : 1));
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
  };
  const manner = new Map(expressionNames.map((name) => [name, smoothedValue()]));

  const nodWhileListening = (nowMs: number): void => {
    if (mode !== 'listening' || reducedMotion) {
      nextNodMs = undefined;
      return;
    }
    nextNodMs ??= nowMs + between(random, 1600, 4200);
    if (nowMs < nextNodMs) return;
    gestures.add('nod', random() < 0.3 ? 2 : 1);
    nextNodMs = nowMs + between(random, 3200, 7500);
  };

  /** The track of a sentence grows while its sound arrives. */
  const accentNow = (): number => {
    if (!spoken || !mouth.isSpeaking) return 0;
    if (spoken.track.length !== accentsUpTo) {
      accents = accentsOf(spoken.track);
      accentsUpTo = spoken.track.length;
    }
    return accentAt(accents, spoken.clock());
  };

  const frame = (nowMs: number): FaceFrame => {
    const deltaMs = Math.min(maxStepMs, Math.max(0, nowMs - (lastMs ?? nowMs)));
    lastMs = nowMs;
    nodWhileListening(nowMs);
    const style = modeStyles[mode];
    const feeling = mood.step(deltaMs);
    const posture = gestures.at(nowMs);
    const quiet = mode === 'listening' && !reducedMotion ? 0.55 : 1;
    const size = reducedMotion ? 0.5 : quiet;
    const goal = target === 'user' ? style.gaze : lookDirections[target];
    const eyes = gaze.at(nowMs, goal, style.gazeJitter * calm);
    const drift = sway.at(nowMs);
    const swaying = ease.sway.step(style.sway * calm, deltaMs, 400);
    const turn = target === 'user' ? style.turn : 0.42;
    const yaw = ease.yaw.step(goal.x * turn, deltaMs, 140);
    const lift = ease.pitch.step(style.pitch - goal.y * turn * 0.8, deltaMs, 160);
    const accent = accentNow();
    const head = {
      pitch:
        lift +
        feeling.pitch +
        swaySettings.pitch * drift.pitch * swaying +
        posture.pitch * size +
        0.045 * accent * size,
      yaw: yaw + swaySettings.yaw * drift.yaw * swaying + posture.yaw * size,
      roll:
        ease.roll.step(style.roll, deltaMs, 260) +
        feeling.roll +
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
        mannerOf(style.expressions, deltaMs),
        feeling.expressions,
        posture.expressions,
        own,
      ),
      head,
      lean: ease.lean.step(style.lean, deltaMs, 320),
      // The eyes stay on their target while the head turns.
      gaze: { x: eyes.x - yaw, y: eyes.y + (lift - style.pitch) },
      breath: breathAt(nowMs) * calm,
      shoulders: posture.shoulders * size,
    };
  };

  const mannerOf = (wanted: ExpressionWeights, deltaMs: number): ExpressionWeights => {
    const weights: Partial<Record<Expression, number>> = {};
    for (const [name, fader] of manner) {
      const value = fader.step(wanted[name] ?? 0, deltaMs, 180);
      if (value > 0.002) weights[name] = value;
    }
    return weights;
  };

  return {
    setMode: (next) => {
      mode = next;
    },
    setEmotion: (emotion, intensity) => mood.set(emotion, intensity),
    gesture: (name, times) => gestures.add(name, times),
    look: (at) => {
      target = at;
    },
    speak: (track, clock) => {
      accents = [];
      accentsUpTo = 0;
      spoken = { track, clock };
      mouth.follow(track, clock);
    },
    stopSpeaking: () => {
      spoken = undefined;
      mouth.release();
    },
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
