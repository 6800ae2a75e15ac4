import type { Clock } from '../time/clock.ts';

/** A clock that moves only when `advance` is called. */
export function manualClock(startMs = 1_700_000_000_000): Clock & { advance(ms: number): void } {
  let elapsedMs = 0;
  return {
    now: () => startMs + elapsedMs,
    monotonicMs: () => elapsedMs,
    advance(ms) {
      elapsedMs += ms;
    },
  };
}
