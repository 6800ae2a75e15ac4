import { type Expression, type ExpressionWeights, expressionNames } from '../head/expressions.ts';

/** Moves towards a goal, fast at first, and returns the new value. It covers half of the distance in `halfMs`. */
export function smoothedValue(): (goal: number, deltaMs: number, halfMs: number) => number {
  let value = 0;
  return (goal, deltaMs, halfMs) => {
    value += (goal - value) * (1 - 2 ** (-deltaMs / halfMs));
    return value;
  };
}

/** The same for all expressions. `size` scales the goal. */
export function smoothedExpressions(
  halfMs: number,
): (goal: ExpressionWeights, deltaMs: number, size?: number) => ExpressionWeights {
  const faders = expressionNames.map((name) => [name, smoothedValue()] as const);
  return (goal, deltaMs, size = 1) => {
    const weights: Partial<Record<Expression, number>> = {};
    for (const [name, step] of faders) {
      const value = step((goal[name] ?? 0) * size, deltaMs, halfMs);
      if (value > 0.002) weights[name] = value;
    }
    return weights;
  };
}
