import { bell, ramp } from '../../maths/smooth.ts';
import { add, scale, type Vector } from '../../maths/vector.ts';
import type { Expression } from '../expressions.ts';
import { type LidPose, lidsAtRest } from '../eyes/eyelids.ts';
import type { HeadForm } from '../head-form.ts';

/** A soft bump of the left half that moves the skin around a point. The other half is its mirror image. */
interface Bump {
  readonly at: readonly [x: number, y: number];
  readonly reach: readonly [x: number, y: number];
  readonly move: Vector;
}

const browDown: readonly Bump[] = [
  { at: [0.17, 0.25], reach: [0.11, 0.085], move: [-0.018, -0.05, 0.014] },
  { at: [0.36, 0.25], reach: [0.12, 0.08], move: [0, -0.016, 0] },
];
const browOuterUp: readonly Bump[] = [{ at: [0.37, 0.27], reach: [0.14, 0.1], move: [0, 0.055, 0] }];
const cheekSquint: readonly Bump[] = [
  { at: [0.34, -0.24], reach: [0.11, 0.085], move: [0.006, 0.036, 0.02] },
];

/** The movements of brows, cheeks and nose. */
const moves: Readonly<Partial<Record<Expression, readonly Bump[]>>> = {
  browInnerUp: [{ at: [0.13, 0.27], reach: [0.12, 0.1], move: [0, 0.058, 0.004] }],
  browDownLeft: browDown,
  browDownRight: browDown,
  browOuterUpLeft: browOuterUp,
  browOuterUpRight: browOuterUp,
  cheekSquintLeft: cheekSquint,
  cheekSquintRight: cheekSquint,
  eyeWide: [{ at: [0.29, 0.24], reach: [0.16, 0.08], move: [0, 0.014, 0] }],
  /** From the wing of the nose. */
  noseSneer: [{ at: [0, 0], reach: [0.05, 0.06], move: [0.006, 0.022, 0] }],
};

const still: Vector = [0, 0, 0];

/** The offset that a movement of brows, cheeks or nose adds to a point. */
export function browPose(name: Expression, [x, y, z]: Vector, { nose }: HeadForm): Vector {
  const bumps = moves[name];
  if (!bumps || z < 0.2 || y < -0.6 || y > 0.7) return still;
  const own = sideOf(name);
  const side = own ?? Math.sign(x);
  const share = own ? ramp(-0.05, 0.05, x * own) : 1;
  const [fromX, fromY] = name === 'noseSneer' ? [nose.wingX, nose.tipY] : [0, 0];
  return bumps.reduce((sum, { at, reach, move: [dx, dy, dz] }) => {
    const size = share * bell(x * side - fromX - at[0], reach[0]) * bell(y - fromY - at[1], reach[1]);
    return add(sum, scale([dx * side, dy, dz], size));
  }, still);
}

/** 1 for a movement of the left side, −1 for the right one. Undefined if it moves both. */
function sideOf(name: Expression): 1 | -1 | undefined {
  if (name.endsWith('Left')) return 1;
  return name.endsWith('Right') ? -1 : undefined;
}

/** The position of one eye's lids in an expression of weight 1. */
export function lidPose(name: Expression, side: 1 | -1, shut = 1): LidPose {
  if (name === 'eyeWide') return { ...lidsAtRest, wide: 1 };
  if (name === 'eyeSquint') return { ...lidsAtRest, squint: 1 };
  if (sideOf(name) !== side) return lidsAtRest;
  if (name.startsWith('eyeBlink')) return { ...lidsAtRest, shut };
  return name.startsWith('cheekSquint') ? { ...lidsAtRest, squint: 0.7 } : lidsAtRest;
}
