import type { Expression, ExpressionWeights } from '../head/expressions.ts';
import { clamp } from '../maths/smooth.ts';

/**
 * The expressions of the face with the movements of speech. Speech decides where lips must touch: a smile spreads them,
 * and they still close for a P. `mouth.mouthClose` is 1 for sealed lips. In the result it has the ARKit meaning: how
 * much of the open jaw the lips compensate.
 */
export function mouthWeights(expressions: ExpressionWeights, mouth: ExpressionWeights): ExpressionWeights {
  const spoken = (name: Expression): number => clamp(mouth[name] ?? 0, 0, 1);
  const shown = (name: Expression): number => expressions[name] ?? 0;
  const sealed = spoken('mouthClose');
  const bitten = spoken('mouthRollLower');
  const held = Math.max(sealed, bitten);
  const rounded = clamp(spoken('mouthPucker') + 0.8 * spoken('mouthFunnel'), 0, 1);
  const sum: Partial<Record<Expression, number>> = { ...expressions };
  for (const [name, weight] of Object.entries(mouth) as [Expression, number][])
    sum[name] = clamp(shown(name) + weight, 0, 1);
  const times = (name: Expression, by: number): void => {
    const weight = sum[name];
    if (weight !== undefined) sum[name] = weight * by;
  };
  sum.jawOpen = clamp(spoken('jawOpen') + shown('jawOpen') * (1 - held), 0, 1);
  sum.mouthClose = held * sum.jawOpen;
  times('mouthUpperUp', 1 - sealed);
  times('mouthLowerDown', 1 - held);
  times('mouthFunnel', 1 - 0.7 * held);
  times('mouthRollLower', 1 - sealed);
  // Corners cannot be pulled apart and together at the same time.
  for (const name of ['mouthSmileLeft', 'mouthSmileRight', 'mouthFrown'] as const)
    times(name, 1 - 0.6 * rounded);
  // Frowning lips are pushed up in the middle, which would keep teeth out of sight in every vowel.
  times('mouthPress', 1 - 0.8 * clamp(spoken('jawOpen') * 2, 0, 1) * (1 - sealed));
  return sum;
}
