import type { ExpressionWeights } from '../head/expressions.ts';
import { clamp } from '../maths/smooth.ts';

/** The mood of the light for this expression: −1 sad to 1 glad. Expressions change smoothly, and so does the light. */
export function moodOf(expressions: ExpressionWeights): number {
  const { mouthSmileLeft = 0, mouthSmileRight = 0, mouthFrown = 0, browDownLeft = 0 } = expressions;
  return clamp((mouthSmileLeft + mouthSmileRight) * 0.8 - 1.2 * mouthFrown - 0.5 * browDownLeft, -1, 1);
}
