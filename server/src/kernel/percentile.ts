const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** The value that this share of all values do not exceed. */
export const percentile = (values: readonly number[], share: number): number =>
  sorted(values)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;

export function median(values: readonly number[]): number {
  const inOrder = sorted(values);
  const half = inOrder.length / 2;
  const upper = inOrder[Math.floor(half)] ?? Number.NaN;
  return Number.isInteger(half) ? ((inOrder[half - 1] ?? Number.NaN) + upper) / 2 : upper;
}

export const rounded = (value: number): number => Math.round(value * 1000) / 1000;
