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

let readings: { nowMs: number; elapsedMs: number } | null = null;

const forget = (): void => {
  readings = null;
};

function thisRound(): { nowMs: number; elapsedMs: number } {
  if (readings === null) {
    readings = { nowMs: Date.now(), elapsedMs: performance.now() };
    setImmediate(forget);
  }
  return readings;
}

/**
 * Read once for all that the event loop handles in one go: a turn asks for the time some twenty times, and on many
 * machines that is a trip to the kernel each time.
 */
export const roundClock: Clock = {
  now: () => thisRound().nowMs,
  monotonicMs: () => thisRound().elapsedMs,
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
