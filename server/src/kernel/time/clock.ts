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
