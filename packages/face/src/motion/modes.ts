import type { ExpressionWeights } from '../head/expressions.ts';
import type { Direction } from './gaze.ts';

export const faceModes = ['idle', 'listening', 'thinking', 'talking'] as const;
export type FaceMode = (typeof faceModes)[number];

/** How the face moves in a mode. */
export interface ModeStyle {
  readonly gaze: Direction;
  /** How far the head follows the eyes. */
  readonly turn: number;
  readonly gazeJitter: number;
  readonly sway: number;
  readonly lean: number;
  readonly pitch: number;
  readonly roll: number;
  readonly blinkPace: number;
  readonly expressions: ExpressionWeights;
}

export const modeStyles: Readonly<Record<FaceMode, ModeStyle>> = {
  idle: {
    gaze: { x: 0, y: 0 },
    turn: 0.3,
    gazeJitter: 1,
    sway: 1,
    lean: 0,
    pitch: 0,
    roll: 0,
    blinkPace: 1,
    expressions: { mouthSmileLeft: 0.2, mouthSmileRight: 0.2, cheekSquintLeft: 0.08, cheekSquintRight: 0.08 },
  },
  listening: {
    gaze: { x: 0, y: 0 },
    turn: 0.3,
    gazeJitter: 0.45,
    sway: 0.55,
    lean: 0.45,
    pitch: 0.035,
    roll: 0.08,
    blinkPace: 0.8,
    expressions: {
      browInnerUp: 0.34,
      browOuterUpLeft: 0.34,
      browOuterUpRight: 0.34,
      mouthSmileLeft: 0.3,
      mouthSmileRight: 0.3,
    },
  },
  thinking: {
    gaze: { x: -0.3, y: 0.2 },
    turn: 0.38,
    gazeJitter: 0.8,
    sway: 0.7,
    lean: -0.1,
    pitch: -0.02,
    roll: -0.05,
    blinkPace: 1.25,
    expressions: { browDownLeft: 0.3, browOuterUpRight: 0.4, mouthPress: 0.35, eyeSquint: 0.25 },
  },
  talking: {
    gaze: { x: 0, y: 0 },
    turn: 0.3,
    gazeJitter: 0.8,
    sway: 1.15,
    lean: 0.15,
    pitch: 0,
    roll: 0,
    blinkPace: 1.3,
    expressions: { mouthSmileLeft: 0.14, mouthSmileRight: 0.14 },
  },
};
