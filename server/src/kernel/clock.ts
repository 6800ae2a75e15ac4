/** Time as the service sees it; tests bring their own. */
export type Clock = {
  /** Wall clock, Unix milliseconds. */
  now(): number;
  /** Milliseconds from an arbitrary point, never running backwards: limits and durations use this one. */
  monotonicMs(): number;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
};

/** A clock that moves only when told to. */
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
