import { sleep } from '../kernel/index.ts';
import { isTransient } from './with-retry.ts';

/** Gathers what arrives while a batch is being written into the next one: alone it is quick, in a crowd it is cheap. */
export type Batcher<Item, Result> = {
  /** Settles when the batch that holds this item has been written. */
  add(item: Item): Promise<Result>;
  /** For what nobody waits for: told only of a failure. */
  push(item: Item, onFailed: (error: unknown) => void): void;
  /** Settles when everything added before has been written or has failed. */
  settled(): Promise<void>;
};

type Waiting<Item, Result> = {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

const ignore = () => {};
/** How often a batch that is left open is looked at: when nothing more has come, it is closed. */
const looksPerBatch = 5;

export function createBatcher<Item, Result>(options: {
  maxItems: number;
  /**
   * For what nobody waits for: how long a batch is left open for more, as long as more keeps coming. `settled` closes
   * it at once.
   */
  gatherMs?: number;
  /** Gives a result for each item, in their order. */
  write(items: readonly Item[]): Promise<readonly Result[]>;
}): Batcher<Item, Result> {
  const waiting: Waiting<Item, Result>[] = [];
  /** Who waits for all up to some number of them. They are written in their order. */
  const settling: { upTo: number; resolve(): void }[] = [];
  let added = 0;
  let done = 0;
  let running = false;
  /** How many of those waiting are wanted now. */
  let urgent = 0;
  let closeBatch: () => void = () => {};

  const run = async () => {
    // Whoever is called in the same turn of the event loop comes along in the first batch.
    await null;
    while (waiting.length > 0) {
      if (options.gatherMs !== undefined) await gather(options.gatherMs);
      const batch = waiting.splice(0, options.maxItems);
      urgent = Math.max(0, urgent - batch.length);
      await writeBatch(batch);
      done += batch.length;
      while ((settling[0]?.upTo ?? Number.POSITIVE_INFINITY) <= done) settling.shift()?.resolve();
    }
    running = false;
  };

  const gather = async (ms: number) => {
    let seen = 0;
    for (let look = 0; look < looksPerBatch && waiting.length > seen; look++) {
      if (urgent > 0 || waiting.length >= options.maxItems) return;
      seen = waiting.length;
      await pause(ms / looksPerBatch);
    }
  };

  const pause = async (ms: number) => {
    const closed = new AbortController();
    closeBatch = () => closed.abort();
    await sleep(ms, closed.signal);
  };

  const writeBatch = async (batch: readonly Waiting<Item, Result>[]) => {
    try {
      const results = await options.write(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      // One item that cannot be written must not take the others of its batch with it. A database that is away
      // refuses them all; asking again for each one would only hold up what comes after.
      if (batch.length === 1 || isTransient(error)) for (const { reject } of batch) reject(error);
      else for (const single of batch) await writeBatch([single]);
    }
  };

  const put = (entry: Waiting<Item, Result>) => {
    added += 1;
    if (waiting.push(entry) >= options.maxItems) closeBatch();
    if (running) return;
    running = true;
    void run();
  };

  return {
    add(item) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      put({ item, resolve, reject });
      return promise;
    },
    push: (item, onFailed) => put({ item, resolve: ignore, reject: onFailed }),
    async settled() {
      if (done === added) return;
      urgent = waiting.length;
      closeBatch();
      const { promise, resolve } = Promise.withResolvers<void>();
      settling.push({ upTo: added, resolve });
      await promise;
    },
  };
}
