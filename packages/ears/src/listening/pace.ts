/**
 * When to try to understand a segment the next time, in milliseconds of its speech. While it is open whether the
 * visitor interrupts, soon; for the words alone, only as often as this device has time for.
 */
export function nextAttemptMs(
  speechMs: number,
  lastTookMs: number,
  undecided: boolean,
  costs: boolean,
): number {
  if (speechMs === 0) return costs ? 600 : undecided ? 500 : 640;
  const pause = costs ? 1_000 : undecided ? 250 : 600;
  return speechMs + Math.max(pause, lastTookMs);
}
