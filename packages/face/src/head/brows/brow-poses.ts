import type { Vector } from '../../maths/vector.ts';
import type { Expression } from '../expressions.ts';
import { type LidPose, lidsAtRest } from '../eyes/eyelids.ts';
import type { HeadForm } from '../head-form.ts';
import { sideOf, skinShift } from './skin-shift.ts';

/** The offset that a movement of brows, cheeks or nose adds to a point. */
export function browPose(name: Expression, [x, y, z]: Vector, { nose }: HeadForm): Vector {
  if (z < 0.2 || y < -0.6 || y > 0.7) return [0, 0, 0];
  return skinShift(name, x, y, name === 'noseSneer' ? [nose.wingX, nose.tipY] : undefined);
}

/** The position of one eye's lids in an expression of weight 1. */
export function lidPose(name: Expression, side: 1 | -1, shut = 1): LidPose {
  if (name === 'eyeWide') return { ...lidsAtRest, wide: 1 };
  if (name === 'eyeSquint') return { ...lidsAtRest, squint: 1 };
  if (sideOf(name) !== side) return lidsAtRest;
  if (name.startsWith('eyeBlink')) return { ...lidsAtRest, shut };
  return name.startsWith('cheekSquint') ? { ...lidsAtRest, squint: 0.7 } : lidsAtRest;
}
