/** Times are counted in steps of an eighth of an octave from 1 ms on: a percentile is right to within 5 %. */
export const stepsPerOctave = 8;

/** The middle of a step, in milliseconds. */
export const stepMs = (step: number): number => 2 ** ((step + 0.5) / stepsPerOctave);

export type StepCount = { readonly step: number; readonly count: number };
export type Percentiles = { readonly p50: number; readonly p95: number; readonly p99: number };

/** Null where nothing was counted. */
export function percentilesOf(counts: readonly StepCount[]): Percentiles | null {
  const sorted = counts.filter(({ count }) => count > 0).toSorted((a, b) => a.step - b.step);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const at = (share: number): number => {
    const wanted = share * total;
    let seen = 0;
    for (const { step, count } of sorted) {
      seen += count;
      if (seen >= wanted) return Math.round(stepMs(step));
    }
    return Math.round(stepMs(sorted.at(-1)?.step ?? 0));
  };
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
