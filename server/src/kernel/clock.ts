/** The service's source of time. Tests use their own. */
export type Clock = {
  /** Wall clock, Unix milliseconds. */
  now(): number;
  /** Milliseconds from an arbitrary point. It never runs backwards, so limits and durations use it. */
  monotonicMs(): number;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
};

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
