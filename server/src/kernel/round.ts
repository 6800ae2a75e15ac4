/** Something with bytes that wait to be written. */
export type Flushable = { flush(): void };

/** Longer rounds would leave the first ones waiting, and their readers without work. */
const largestRound = 16;

let waiting: Flushable[] = [];
let isPlanned = false;

/**
 * Calls `flush` when what has come in together has been handled. To write to a peer wakes it up, and it takes the
 * processor away from the answers behind its own: so a number of them are worked out first and then all written.
 */
export function afterThisRound(one: Flushable): void {
  const size = waiting.push(one);
  if (size === largestRound) process.nextTick(flushAll);
  if (isPlanned) return;
  isPlanned = true;
  setImmediate(endRound);
}

function endRound(): void {
  isPlanned = false;
  flushAll();
}

function flushAll(): void {
  const all = waiting;
  waiting = [];
  for (const one of all) one.flush();
}
