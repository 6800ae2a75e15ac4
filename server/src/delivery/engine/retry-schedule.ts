/** When each attempt is made, counted from the end of the previous one; the first is immediate. */
export const retryDelaysMs = [
  0,
  30_000,
  2 * 60_000,
  10 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  8 * 3_600_000,
  24 * 3_600_000,
] as const;

export const maxAttempts = retryDelaysMs.length;

/** Up to a tenth is added at random, never subtracted, so that failures of one moment are not retried together. */
export function nextDelayMs(attemptsMade: number, random: () => number): number | null {
  const delayMs = retryDelaysMs[attemptsMade];
  return delayMs === undefined ? null : Math.round(delayMs * (1 + random() / 10));
}
