import type { RateRule } from './bus.ts';

// Sums of 1000/rate have smaller rounding errors. Without it a request at the exact refill time could be refused.
const driftMs = 1e-6;

/**
 * One step of the generic cell rate algorithm. `arrivalMs` is the bucket's theoretical arrival time. The result is
 * the new one, or null if the request comes too early. A request may count as several.
 */
export function nextArrival(
  arrivalMs: number,
  nowMs: number,
  { burst, rate }: RateRule,
  count = 1,
): number | null {
  const intervalMs = 1000 / rate;
  const next = Math.max(arrivalMs, nowMs) + intervalMs * count;
  return next - nowMs <= burst * intervalMs + driftMs ? next : null;
}
