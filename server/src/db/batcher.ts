import { isPassing } from './persistently.ts';

/** Gathers what arrives while a batch is being written into the next one: alone it is quick, in a crowd it is cheap. */
export type Batcher<Item, Result> = {
  /** Settles when the batch that holds this item has been written. */
  add(item: Item): Promise<Result>;
  /** Settles when everything added before has been written or has failed. */
  settled(): Promise<void>;
};

type Waiting<Item, Result> = {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

export function createBatcher<Item, Result>(options: {
  maxItems: number;
  /** For what nobody waits for: how long a batch is left open for more. `settled` closes it at once. */
  gatherMs?: number;
  /** Gives a result for each item, in their order. */
  write(items: readonly Item[]): Promise<readonly Result[]>;
}): Batcher<Item, Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let running = false;
  /** How many of those waiting are wanted now. */
  let urgent = 0;
  let closeBatch: () => void = () => {};
  // Written in their order, so that once this one is done all before it are.
  let last: Promise<unknown> = Promise.resolve();

  const run = async () => {
    // Whoever is called in the same turn of the event loop comes along in the first batch.
    await null;
    while (waiting.length > 0) {
      if (options.gatherMs !== undefined) await gather(options.gatherMs);
      const batch = waiting.splice(0, options.maxItems);
      urgent = Math.max(0, urgent - batch.length);
      await writeBatch(batch);
    }
    running = false;
  };

  const gather = async (ms: number) => {
    if (urgent > 0 || waiting.length >= options.maxItems) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    closeBatch = resolve;
    const timer = setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
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
      if (batch.length === 1 || isPassing(error)) for (const { reject } of batch) reject(error);
      else for (const single of batch) await writeBatch([single]);
    }
  };

  return {
    add(item) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      waiting.push({ item, resolve, reject });
      last = promise;
      if (waiting.length >= options.maxItems) closeBatch();
      if (!running) {
        running = true;
        void run();
      }
      return promise;
    },
    settled() {
      urgent = waiting.length;
      closeBatch();
      return last.then(
        () => {},
        () => {},
      );
    },
  };
}
