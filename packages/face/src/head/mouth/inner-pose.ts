import { subtract, type Vector } from '../../maths/vector.ts';
import type { HeadForm } from '../head-form.ts';
import type { InnerSheet } from './inner-sheet.ts';
import { turnJaw } from './mouth-poses.ts';
import { tongueJawShare, tonguePose } from './tongue.ts';

export const innerMorphs = ['jawOpen', 'tongueUp', 'tongueOut'] as const;
export type InnerMorph = (typeof innerMorphs)[number];

/** How far a movement shifts a point inside the mouth. No movement of the lips is among them. */
export function innerPose(name: InnerMorph, at: Vector, moves: InnerSheet['moves'], form: HeadForm): Vector {
  if (moves === 'skull') return [0, 0, 0];
  if (name === 'jawOpen') return subtract(turnJaw(at, moves === 'jaw' ? 1 : tongueJawShare(at[2])), at);
  return moves === 'tongue' ? tonguePose(name, at, form) : [0, 0, 0];
}
