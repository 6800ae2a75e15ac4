/**
 * When to try the next recognition of a segment, in milliseconds of its speech. It is soon while the words decide
 * whether the visitor interrupts. Otherwise it is only as often as this device can manage.
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
