/**
 * When to try to understand a segment the next time, in milliseconds of its speech. While it is open whether the
 * visitor interrupts, soon; for the words alone, only as often as this device has time for.
 */
export function nextAttemptMs(
  speechMs: number,
  lastTookMs: number,
  isUndecided: boolean,
  isExpensive: boolean,
): number {
  if (speechMs === 0) return isExpensive ? 600 : isUndecided ? 500 : 640;
  const pause = isExpensive ? 1_000 : isUndecided ? 250 : 600;
  return speechMs + Math.max(pause, lastTookMs);
}
