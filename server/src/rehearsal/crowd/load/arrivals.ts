export type Random = () => number;

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The time to the next arrival of a Poisson process. */
export const gapMs = (ratePerSecond: number, random: Random): number =>
  (-Math.log(1 - random()) * 1000) / ratePerSecond;

/**
 * The arrivals of a Poisson process in a window, if as many come as are expected. Without this condition the rate of a
 * short window would be several per cent off.
 */
export function arrivalsWithin(ratePerSecond: number, windowMs: number, random: Random): number[] {
  const count = Math.max(1, Math.round((ratePerSecond * windowMs) / 1000));
  return Array.from({ length: count }, () => random() * windowMs).sort((a, b) => a - b);
}
