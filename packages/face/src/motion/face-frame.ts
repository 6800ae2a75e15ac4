import type { ExpressionWeights } from '../head/expressions.ts';
import type { VisemeWeights } from './visemes.ts';

/** Everything that moves, at one time. Angles are in radians. Left and right are the avatar's own. */
export interface FaceFrame {
  /** The mouth shapes of the sound, for models that have their own visemes. */
  readonly visemes: VisemeWeights;
  /** The movements of jaw, lips and tongue for the speech. */
  readonly mouth: ExpressionWeights;
  readonly expressions: ExpressionWeights;
  /** Down, to its left, and ear to left shoulder are positive. */
  readonly head: { readonly pitch: number; readonly yaw: number; readonly roll: number };
  /** Towards the viewer, as a fraction of the head's size. */
  readonly lean: number;
  /** To its left and up are positive, relative to the head. */
  readonly gaze: { readonly x: number; readonly y: number };
  /** −1 breathed out to 1 breathed in. */
  readonly breath: number;
  /** 0 to 1 */
  readonly shoulders: number;
  /** The mood of the light, −1 to 1. By default it follows the expressions. */
  readonly mood?: number;
}

export const stillFrame: FaceFrame = {
  visemes: {},
  mouth: {},
  expressions: {},
  head: { pitch: 0, yaw: 0, roll: 0 },
  lean: 0,
  gaze: { x: 0, y: 0 },
  breath: 0,
  shoulders: 0,
};
