import { FairShares, mustBeOutsideTransaction, outsideTransaction, sleep } from '../kernel/index.ts';
import { isTransient } from './with-retry.ts';

/** Writes items in batches. Items that arrive while a batch is being written go into the next one. */
export type Batcher<Item, Result> = {
  /** Settles when the batch that holds this item has been written. */
  add(item: Item): Promise<Result>;
  /** Adds an item without waiting for it. `onFailed` is called only if it fails, `onWritten` only if it does not. */
  push(item: Item, onFailed: (error: unknown) => void, onWritten?: () => void): void;
  /** Settles when everything added before has been written or has failed. */
  settled(): Promise<void>;
};

type Entry<Item, Result> = {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

type Waiting<Item, Result> = Entry<Item, Result> & { size: number };

/** More items of one account are waiting than memory should hold, because the database is unavailable or slow. */
export class BatcherFull extends Error {
  override name = 'BatcherFull';
}

const ignore = () => {};
/** How often an open batch is checked. It is closed when nothing has arrived since the last check. */
const looksPerBatch = 5;

export function createBatcher<Item, Result>(options: {
  maxItems: number;
  /**
   * How long a batch stays open for more items, as long as more keep arriving. Use it only if no caller waits for the
   * items. `settled` closes the batch immediately.
   */
  gatherMs?: number;
  sizeOf?(item: Item): number;
  /** How much is written at once. A larger item is written alone. */
  maxBatchSize?: number;
  /** How much may wait in all. Accounts share it. An item that does not fit fails with `BatcherFull`. */
  limit?: { maxSize: number; accountOf(item: Item): string };
  /** Returns one result per item, in the same order. */
  write(items: readonly Item[]): Promise<readonly Result[]>;
}): Batcher<Item, Result> {
  const waiting: Waiting<Item, Result>[] = [];
  /** Callers of `settled`, each waiting for the first `upTo` items. */
  const settling: { upTo: number; resolve(): void }[] = [];
  let added = 0;
  let done = 0;
  /** The size of the items that wait or are being written, by account. */
  const shares = options.limit === undefined ? null : new FairShares(options.limit.maxSize);
  let running = false;
  /** How many waiting items must be written without gathering more. */
  let urgent = 0;
  let closeBatch: () => void = () => {};

  const run = async () => {
    // Items added in the same turn of the event loop go into the first batch.
    await null;
    while (waiting.length > 0) {
      if (options.gatherMs !== undefined) await gather(options.gatherMs);
      const batch = waiting.splice(0, nextBatch());
      urgent = Math.max(0, urgent - batch.length);
      await writeBatch(batch);
      for (const { item, size } of batch) shares?.giveBack(accountOf(item), size);
      done += batch.length;
      while ((settling[0]?.upTo ?? Number.POSITIVE_INFINITY) <= done) settling.shift()?.resolve();
    }
    running = false;
  };

  /** How many items go into the next batch. */
  const nextBatch = (): number => {
    let count = 1;
    for (let size = waiting[0]?.size ?? 0; count < Math.min(waiting.length, options.maxItems); count++) {
      size += waiting[count]?.size ?? 0;
      if (size > (options.maxBatchSize ?? Number.POSITIVE_INFINITY)) break;
    }
    return count;
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
      // One item that cannot be written must not fail the others of its batch. If the database is unavailable, all of
      // them fail, and trying each one again would only delay later items.
      if (batch.length === 1 || isTransient(error)) for (const { reject } of batch) reject(error);
      else for (const single of batch) await writeBatch([single]);
    }
  };

  const accountOf = (item: Item): string => options.limit?.accountOf(item) ?? '';

  const put = (entry: Entry<Item, Result>) => {
    const account = accountOf(entry.item);
    const size = options.sizeOf?.(entry.item) ?? 0;
    if (shares?.fits(account, size) === false) {
      return entry.reject(new BatcherFull('too much waits for the database'));
    }
    shares?.take(account, size);
    added += 1;
    if (waiting.push({ ...entry, size }) >= options.maxItems) closeBatch();
    if (running) return;
    running = true;
    // Later items belong to other callers.
    void outsideTransaction(run);
  };

  return {
    add(item) {
      mustBeOutsideTransaction('waiting for a batch');
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      put({ item, resolve, reject });
      return promise;
    },
    push: (item, onFailed, onWritten = ignore) => put({ item, resolve: onWritten, reject: onFailed }),
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
