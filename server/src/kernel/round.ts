/** Something with words that wait to be written. */
export type Flushable = { flush(): void };

let waiting: Flushable[] = [];

const flushAll = (): void => {
  const all = waiting;
  waiting = [];
  for (const one of all) one.flush();
};

/**
 * Calls `flush` when everything that has come in together has been handled. To write to one peer wakes it up, and it
 * takes the processor away from the next one's answer: so first all are answered, then all are written to.
 */
export function afterThisRound(one: Flushable): void {
  if (waiting.push(one) === 1) setImmediate(flushAll);
}
