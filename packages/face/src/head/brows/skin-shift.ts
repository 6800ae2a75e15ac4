import { bell, ramp } from '../../maths/smooth.ts';
import { add, scale, type Vector } from '../../maths/vector.ts';
import type { Expression } from '../expressions.ts';

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

/** The offset that a movement adds to a point of the skin. Bumps are placed from the origin given last. */
export function skinShift(name: Expression, x: number, y: number, [fromX, fromY] = [0, 0]): Vector {
  const own = sideOf(name);
  const side = own ?? Math.sign(x);
  const share = own ? ramp(-0.05, 0.05, x * own) : 1;
  return (moves[name] ?? []).reduce<Vector>(
    (sum, { at, reach, move: [dx, dy, dz] }) => {
      const size = share * bell(x * side - fromX - at[0], reach[0]) * bell(y - fromY - at[1], reach[1]);
      return add(sum, scale([dx * side, dy, dz], size));
    },
    [0, 0, 0],
  );
}

/** 1 for a movement of the left side, −1 for the right one. Undefined if it moves both. */
export function sideOf(name: Expression): 1 | -1 | undefined {
  if (name.endsWith('Left')) return 1;
  return name.endsWith('Right') ? -1 : undefined;
}
