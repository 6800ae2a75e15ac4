import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Semaphore, SemaphoreFull, type SemaphoreOptions, type SemaphoreTask } from './semaphore.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A semaphore with tasks that end when the test says so. The key of a task is its name up to the first digit. */
function underTest(options: SemaphoreOptions) {
  const semaphore = new Semaphore(options);
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const run = (name: string, task: SemaphoreTask = {}) => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    const work = async () => {
      begun.push(name);
      await end.promise;
      return name;
    };
    return semaphore.run(name.replace(/\d.*/, ''), work, task);
  };
  const end = async (name: string) => {
    ends.get(name)?.resolve();
    await settled();
  };
  return { begun, ends, run, end };
}

describe('a semaphore', () => {
  it('runs up to its limit at once, and the others in the order in which they came', async () => {
    const { begun, run, end } = underTest({ limit: 2 });
    const results = Promise.all(['a', 'b', 'c', 'd'].map((name) => run(name)));
    await settled();
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c', 'd']) await end(name);
    expect(await results).toEqual(['a', 'b', 'c', 'd']);
  });

  it('frees the place of work that fails', async () => {
    const { ends, run, end } = underTest({ limit: 1 });
    const failing = run('a');
    const next = run('b');
    ends.get('a')?.reject(new Error('no'));
    await expect(failing).rejects.toThrow('no');
    await end('b');
    expect(await next).toBe('b');
  });

  it('lets no newcomer in between a task that ends and the first one that waits', async () => {
    const { begun, ends, run } = underTest({ limit: 1 });
    void run('a');
    void run('b');
    ends.get('a')?.resolve();
    await Promise.resolve();
    void run('c');
    await settled();
    expect(begun).toEqual(['a', 'b']);
  });

  it('rejects a task if too many wait', async () => {
    const { run, end } = underTest({ limit: 1, maxWaiting: 1 });
    void run('a');
    const waiting = run('b');
    await expect(run('c')).rejects.toThrow(SemaphoreFull);
    await end('a');
    await end('b');
    expect(await waiting).toBe('b');
    const none = underTest({ limit: 1, maxWaiting: 0 });
    void none.run('a');
    await expect(none.run('b')).rejects.toThrow(SemaphoreFull);
  });

  it('gives up waiting when the signal aborts, and leaves no listener', async () => {
    const { begun, run, end } = underTest({ limit: 1 });
    const controller = new AbortController();
    const { signal } = controller;
    void run('a');
    const left = run('b', { signal });
    const stays = run('c', { signal: new AbortController().signal });
    controller.abort(new Error('enough'));
    await expect(left).rejects.toThrow('enough');
    await end('a');
    expect(begun).toEqual(['a', 'c']);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    await end('c');
    await stays;
    await expect(run('d', { signal })).rejects.toThrow('enough');
  });

  it('leaves no listener on the signal of work that began', async () => {
    const { run, end } = underTest({ limit: 1 });
    const { signal } = new AbortController();
    void run('a');
    const waited = run('b', { signal });
    await end('a');
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    await end('b');
    await waited;
  });

  it('counts weights, keeps the order, and runs a task alone if it is heavier than the limit', async () => {
    const { begun, run, end } = underTest({ limit: 10 });
    void run('a', { weight: 6 });
    void run('b', { weight: 5 });
    void run('c', { weight: 1 });
    void run('heavy', { weight: 100 });
    void run('d', { weight: 1 });
    await settled();
    expect(begun).toEqual(['a']);
    await end('a');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('c');
    expect(begun).toEqual(['a', 'b', 'c', 'heavy']);
    await end('heavy');
    expect(begun.at(-1)).toBe('d');
  });

  it('admits the tasks behind a heavy one that gave up', async () => {
    const { begun, run } = underTest({ limit: 10 });
    const controller = new AbortController();
    void run('a', { weight: 6 });
    const heavy = run('heavy', { weight: 10, signal: controller.signal });
    void run('b', { weight: 4 });
    controller.abort(new Error('enough'));
    await expect(heavy).rejects.toThrow('enough');
    await settled();
    expect(begun).toEqual(['a', 'b']);
  });

  it('never has more in use than its limit, and runs everything that was not aborted', async () => {
    const task = fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      weight: fc.integer({ min: 1, max: 4 }),
      aborts: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(task, { maxLength: 30 }), async (tasks) => {
        const semaphore = new Semaphore({ limit: 4 });
        let inUse = 0;
        const outcomes = tasks.map(({ key, weight, aborts }) => {
          const controller = new AbortController();
          const outcome = semaphore.run(
            key,
            async () => {
              inUse += weight;
              expect(inUse).toBeLessThanOrEqual(4);
              await settled();
              inUse -= weight;
            },
            { weight, signal: controller.signal },
          );
          if (aborts) queueMicrotask(() => controller.abort());
          return outcome;
        });
        const results = await Promise.allSettled(outcomes);
        results.forEach(({ status }, index) => {
          if (tasks[index]?.aborts !== true) expect(status).toBe('fulfilled');
        });
        expect(inUse).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('gives one key no more than it leaves free, so that others have room even if its work never ends', async () => {
    const { begun, run } = underTest({ limit: 12 });
    for (let i = 0; i < 20; i++) void run(`a${i}`);
    await settled();
    expect(begun).toHaveLength(6);
    for (let i = 0; i < 20; i++) void run(`b${i}`);
    await settled();
    expect(begun.filter((name) => name.startsWith('b'))).toHaveLength(3);
    void run('c');
    void run('d');
    void run('e');
    await settled();
    expect(begun.slice(9)).toEqual(['c', 'd', 'e']);
  });

  it('runs no more of one key at once than it may hold, and others pass it', async () => {
    const { begun, run, end } = underTest({ limit: Number.POSITIVE_INFINITY, maxPerKey: 1, maxWaiting: 2 });
    const refused = ['a1', 'a2', 'a3', 'a4'].map((name) => run(name)).at(-1);
    await expect(refused).rejects.toThrow(SemaphoreFull);
    void run('b1');
    await settled();
    expect(begun).toEqual(['a1', 'b1']);
    await end('a1');
    expect(begun).toEqual(['a1', 'b1', 'a2']);
  });

  it('lets keys that wait take turns, however much each of them has', async () => {
    const { begun, run, end } = underTest({ limit: 1 });
    void run('x');
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void run(name);
    const order = ['x', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3'];
    for (const name of order) await end(name);
    expect(begun).toEqual(order);
  });

  it('one key may keep only so many waiting, however few wait in all', async () => {
    const { begun, run, end } = underTest({ limit: 1, maxWaitingPerKey: 1 });
    const tasks = ['a1', 'a2', 'b1', 'c1'].map((name) => run(name));
    await expect(run('a3')).rejects.toThrow(SemaphoreFull);
    for (const name of ['a1', 'a2', 'b1', 'c1']) await end(name);
    expect(await Promise.all(tasks)).toEqual(['a1', 'a2', 'b1', 'c1']);
    expect(begun).not.toContain('a3');
  });

  it('a full queue refuses the newest of the key that waits most, and admits the others', async () => {
    const { begun, run, end } = underTest({ limit: 1, maxWaiting: 3 });
    void run('a0');
    const hostile = ['a1', 'a2', 'a3'].map((name) => run(name));
    const refused = expect(hostile[2]).rejects.toThrow(SemaphoreFull);
    const honest = run('b');
    await refused;
    await expect(run('a4')).rejects.toThrow(SemaphoreFull);
    await end('a0');
    await end('a1');
    expect(begun).toEqual(['a0', 'a1', 'b']);
    await end('b');
    expect(await honest).toBe('b');
  });
});
