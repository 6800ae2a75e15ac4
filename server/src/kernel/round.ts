/** Something with bytes that wait to be written. */
export type Flushable = { flush(): void };

/** Longer rounds would leave the first ones waiting, and their readers without work. */
const largestRound = 16;

let waiting: Flushable[] = [];
let last: Flushable[] = [];
let isPlanned = false;

/**
 * Calls `flush` when what has come in together has been handled. To write to a peer wakes it up, and it takes the
 * processor away from the answers behind its own: so a number of them are worked out first and then all written.
 */
export function afterThisRound(one: Flushable): void {
  if (waiting.push(one) === largestRound) process.nextTick(flushWaiting);
  planEnd();
}

/** The same, but never before all that is known of the outside by now has been taken in. */
export function atRoundEnd(one: Flushable): void {
  last.push(one);
  planEnd();
}

function planEnd(): void {
  if (isPlanned) return;
  isPlanned = true;
  setImmediate(endRound);
}

function endRound(): void {
  isPlanned = false;
  flushWaiting();
  const all = last;
  last = [];
  flush(all);
}

function flushWaiting(): void {
  const all = waiting;
  waiting = [];
  flush(all);
}

/** One that fails does not take the others with it. */
function flush(all: readonly Flushable[]): void {
  for (const one of all) {
    try {
      one.flush();
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}
