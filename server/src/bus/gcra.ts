import type { RateRule } from './bus.ts';

// Sums of 1000/rate drift by less than this; without it a request at the exact refill instant could be refused.
const driftMs = 1e-6;

/**
 * One step of the generic cell rate algorithm. `arrivalMs` is the bucket's theoretical arrival time; the result is
 * the new one, or null where the request comes too early.
 */
export function nextArrival(arrivalMs: number, nowMs: number, { burst, rate }: RateRule): number | null {
  const intervalMs = 1000 / rate;
  const next = Math.max(arrivalMs, nowMs) + intervalMs;
  return next - nowMs <= burst * intervalMs + driftMs ? next : null;
}
