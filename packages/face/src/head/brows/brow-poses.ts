import { bell, ramp } from '../../maths/smooth.ts';
import type { Vector } from '../../maths/vector.ts';
import type { Expression } from '../expressions.ts';
import { type LidPose, lidsAtRest } from '../eyes/eyelids.ts';
import type { HeadForm } from '../head-form.ts';

type Side = 1 | -1;
type Move = (x: number, y: number, form: HeadForm) => Vector;

const onSide = (x: number, side: Side): number => ramp(-0.05, 0.05, x * side);

const browDown =
  (side: Side): Move =>
  (x, y) => {
    const half = onSide(x, side);
    const inner = bell(x * side - 0.17, 0.11) * bell(y - 0.25, 0.085);
    const outer = bell(x * side - 0.36, 0.12) * bell(y - 0.25, 0.08);
    return [-side * half * 0.018 * inner, -half * (0.05 * inner + 0.016 * outer), half * 0.014 * inner];
  };

const browOuterUp =
  (side: Side): Move =>
  (x, y) => {
    const lift = onSide(x, side) * bell(x * side - 0.37, 0.14) * bell(y - 0.27, 0.1);
    return [0, 0.055 * lift, 0];
  };

const cheekSquint =
  (side: Side): Move =>
  (x, y) => {
    const apple = onSide(x, side) * bell(x * side - 0.34, 0.11) * bell(y + 0.24, 0.085);
    return [side * 0.006 * apple, 0.036 * apple, 0.02 * apple];
  };

const still: Vector = [0, 0, 0];

const moves: Partial<Record<Expression, Move>> = {
  browInnerUp: (x, y) => {
    const lift = bell(Math.abs(x) - 0.13, 0.12) * bell(y - 0.27, 0.1);
    return [0, 0.058 * lift, 0.004 * lift];
  },
  browDownLeft: browDown(1),
  browDownRight: browDown(-1),
  browOuterUpLeft: browOuterUp(1),
  browOuterUpRight: browOuterUp(-1),
  cheekSquintLeft: cheekSquint(1),
  cheekSquintRight: cheekSquint(-1),
  eyeWide: (x, y) => [0, 0.014 * bell(Math.abs(x) - 0.29, 0.16) * bell(y - 0.24, 0.08), 0],
  noseSneer: (x, y, form) => {
    const wing = bell(Math.abs(x) - form.nose.wingX, 0.05) * bell(y - form.nose.tipY, 0.06);
    return [Math.sign(x) * 0.006 * wing, 0.022 * wing, 0];
  },
};

/** The offset that a movement of brows, cheeks or nose adds to a point. */
export function browPose(name: Expression, [x, y, z]: Vector, form: HeadForm): Vector | undefined {
  const move = moves[name];
  if (!move) return undefined;
  return z < 0.2 || y < -0.6 || y > 0.7 ? still : move(x, y, form);
}

/** The position of one eye's lids in an expression of weight 1. */
export function lidPose(name: Expression, side: Side, shut = 1): LidPose {
  if (name === (side === 1 ? 'eyeBlinkLeft' : 'eyeBlinkRight')) return { ...lidsAtRest, shut };
  if (name === 'eyeWide') return { ...lidsAtRest, wide: 1 };
  if (name === 'eyeSquint') return { ...lidsAtRest, squint: 1 };
  if (name === (side === 1 ? 'cheekSquintLeft' : 'cheekSquintRight')) return { ...lidsAtRest, squint: 0.7 };
  return lidsAtRest;
}
