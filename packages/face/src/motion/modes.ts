import type { ExpressionWeights } from '../head/expressions.ts';
import type { Direction } from './gaze.ts';
import styles from './tables/modes.json' with { type: 'json' };

export const faceModes = ['idle', 'listening', 'thinking', 'talking'] as const;
export type FaceMode = (typeof faceModes)[number];

/** How the face moves in a mode. */
interface ModeStyle {
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

export const modeStyles: Readonly<Record<FaceMode, ModeStyle>> = styles;
