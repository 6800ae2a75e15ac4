/** How many failed attempts in a row pause a webhook. */
export const pauseThreshold = 20;

export type Health = { readonly failures: number; readonly paused: boolean };

/**
 * Adds attempts to a webhook's count in the order in which they finished. Reaching the threshold pauses it, and a later
 * success of an attempt in flight does not undo that.
 */
export function countAttempts(before: Health, successes: readonly boolean[]): Health {
  let { failures, paused } = before;
  for (const success of successes) {
    failures = success ? 0 : failures + 1;
    paused ||= failures >= pauseThreshold;
  }
  return { failures, paused };
}
