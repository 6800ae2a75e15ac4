import { afterEach, describe, expect, it, vi } from 'vitest';
import { BatcherFull, createBatcher } from './batcher.ts';

const away = () => Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });

describe('a batcher', () => {
  afterEach(() => vi.useRealTimers());

  it('gathers what arrives while a batch is being written, in its order', async () => {
    const batches: number[][] = [];
    const batcher = createBatcher<number, number>({
      maxItems: 3,
      write: async (items) => {
        batches.push([...items]);
        return items.map((item) => item * 2);
      },
    });
    const results = await Promise.all([1, 2, 3, 4, 5].map((item) => batcher.add(item)));
    expect(results).toEqual([2, 4, 6, 8, 10]);
    expect(batches).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('one item that cannot be written does not fail the others', async () => {
    const batcher = createBatcher<number, number>({
      maxItems: 10,
      write: async (items) => {
        if (items.includes(2)) throw new Error('not two');
        return items;
      },
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('does not retry every single item while the database is unavailable', async () => {
    let writes = 0;
    const batcher = createBatcher<number, number>({
      maxItems: 10,
      write: async () => {
        writes += 1;
        throw away();
      },
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)));
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(writes).toBe(1);
  });

  it('settled waits for earlier items, and for no later ones', async () => {
    const gates: (() => void)[] = [];
    const batcher = createBatcher<number, number>({
      maxItems: 1,
      write: (items) =>
        new Promise((resolve) => {
          gates.push(() => resolve(items));
        }),
    });
    const first = batcher.add(1);
    const settled = batcher.settled();
    void batcher.add(2);
    await expect.poll(() => gates.length).toBe(1);
    gates[0]?.();
    await first;
    await settled;
    await expect.poll(() => gates.length).toBe(2);
    gates[1]?.();
    await batcher.settled();
  });

  it('leaves a batch open for more, until it is full or a caller waits for it', async () => {
    const batches: number[][] = [];
    const batcher = createBatcher<number, number>({
      maxItems: 3,
      gatherMs: 60_000,
      write: async (items) => {
        batches.push([...items]);
        return items;
      },
    });
    const full = [1, 2, 3].map((item) => batcher.add(item));
    await Promise.all(full);
    void batcher.add(4);
    await new Promise((resolve) => setImmediate(resolve));
    expect(batches).toEqual([[1, 2, 3]]);
    void batcher.add(5);
    await batcher.settled();
    expect(batches).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    const [wanted] = [6, 7, 8, 9].map((item) => batcher.add(item));
    await batcher.settled();
    await wanted;
    expect(batches.slice(2)).toEqual([[6, 7, 8], [9]]);
  });

  it('closes a batch when no more items arrive, and at the latest after its time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const batches: number[][] = [];
    const batcher = createBatcher<number, void>({
      maxItems: 100,
      gatherMs: 50,
      write: async (items) => {
        batches.push([...items]);
        return items.map(() => undefined);
      },
    });
    batcher.push(1, () => {});
    await vi.advanceTimersByTimeAsync(9);
    batcher.push(2, () => {});
    await vi.advanceTimersByTimeAsync(10);
    expect(batches).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(batches).toEqual([[1, 2]]);
    for (let item = 3; item < 20; item++) {
      batcher.push(item, () => {});
      await vi.advanceTimersByTimeAsync(5);
    }
    expect(batches).toHaveLength(2);
    expect(batches[1]).toHaveLength(10);
    await vi.advanceTimersByTimeAsync(100);
    expect(batches.flat()).toEqual(Array.from({ length: 19 }, (_, index) => index + 1));
  });

  it('closes a batch after its time', async () => {
    const batcher = createBatcher<number, number>({
      maxItems: 3,
      gatherMs: 1,
      write: async (items) => items,
    });
    expect(await batcher.add(1)).toBe(1);
  });

  it('reports for each pushed item whether it failed, and settles when all are done', async () => {
    const written: number[] = [];
    const failed: unknown[] = [];
    const reported: number[] = [];
    const batcher = createBatcher<number, void>({
      maxItems: 2,
      gatherMs: 60_000,
      write: async (items) => {
        if (items.includes(3)) throw new Error('not three');
        written.push(...items);
        return items.map(() => undefined);
      },
    });
    for (const item of [1, 2, 3, 4, 5]) {
      batcher.push(
        item,
        (error) => failed.push(error),
        () => reported.push(item),
      );
    }
    await batcher.settled();
    expect(written).toEqual([1, 2, 4, 5]);
    expect(failed).toEqual([new Error('not three')]);
    expect(reported).toEqual([1, 2, 4, 5]);
    await batcher.settled();
  });

  it('accepts no more of an account than the account leaves free, and takes from every other account', async () => {
    const gate = Promise.withResolvers<void>();
    const batcher = createBatcher<string, string>({
      maxItems: 1,
      sizeOf: (item) => item.length,
      limit: { maxSize: 20, accountOf: (item) => item.charAt(0) },
      write: async (items) => {
        await gate.promise;
        return items;
      },
    });
    const fits = [batcher.add('a2345'), batcher.add('a7890')];
    await expect(batcher.add('a')).rejects.toThrow(BatcherFull);
    const failed: unknown[] = [];
    batcher.push('a', (error) => failed.push(error));
    expect(failed).toEqual([expect.any(BatcherFull)]);
    fits.push(batcher.add('b2345'));
    gate.resolve();
    expect(await Promise.all(fits)).toEqual(['a2345', 'a7890', 'b2345']);
    expect(await batcher.add('a234567890')).toBe('a234567890');
  });

  it('writes no more at once than a batch may hold, and a larger item alone', async () => {
    const batches: (readonly string[])[] = [];
    const batcher = createBatcher<string, void>({
      maxItems: 10,
      sizeOf: (item) => item.length,
      maxBatchSize: 5,
      write: async (items) => {
        batches.push(items);
        return items.map(() => undefined);
      },
    });
    await Promise.all(['11', '222', '3', '7777777', '44', '55'].map((item) => batcher.add(item)));
    expect(batches).toEqual([['11', '222'], ['3'], ['7777777'], ['44', '55']]);
  });
});
