import { describe, expect, it } from 'vitest';
import { manualClock } from '../kernel/testing/manual-clock.ts';
import type { Topics } from './bus.ts';
import { createMemoryBus } from './memory.ts';
import { createSharedCache } from './shared-cache.ts';

const maxAgeMs = 4_500;

/** A cache over rows that the test changes and whose reads it can delay. */
function scene(options: { maxEntries?: number; deaf?: boolean } = {}) {
  const clock = manualClock();
  const { topics } = createMemoryBus(clock);
  const rows = new Map<string, string>();
  const reads: string[] = [];
  let hold: Promise<void> | null = null;
  let failure: Error | null = null;
  const deafTopics: Topics = { ...topics, subscribe: () => ({ [Symbol.dispose]() {} }) };
  const cache = createSharedCache<string>({
    topic: 'row',
    topics: options.deaf ? deafTopics : topics,
    clock,
    maxAgeMs,
    maxEntries: options.maxEntries ?? 100,
    async read(key) {
      reads.push(key);
      const value = rows.get(key) ?? null;
      const fault = failure;
      await hold;
      if (fault !== null) throw fault;
      return value;
    },
  });
  return {
    clock,
    rows,
    reads,
    cache,
    topics,
    holdReads() {
      const gate = Promise.withResolvers<void>();
      hold = gate.promise;
      return () => {
        hold = null;
        gate.resolve();
      };
    },
    failReads(error: Error | null) {
      failure = error;
    },
    /** Background reads need a turn of the event loop to finish. */
    settle: () => new Promise(setImmediate),
  };
}

describe('the shared cache', () => {
  it('reads a row once and then returns it without waiting', async () => {
    const { cache, rows, reads } = scene();
    rows.set('a', '1');
    expect(await cache.get('a')).toBe('1');
    expect(cache.get('a')).toBe('1');
    expect(reads).toEqual(['a']);
    expect(cache.counts).toEqual({ hits: 1, misses: 1 });
  });

  it('reads once for all callers at the same time', async () => {
    const { cache, rows, reads } = scene();
    rows.set('a', '1');
    expect(await Promise.all([cache.get('a'), cache.get('a'), cache.get('a')])).toEqual(['1', '1', '1']);
    expect(reads).toHaveLength(1);
  });

  it('remembers for two seconds that a row was missing, or until it is told that it exists', async () => {
    const { cache, rows, reads, clock } = scene();
    expect(cache.isAtHand('a')).toBe(false);
    expect(await cache.get('a')).toBeNull();
    rows.set('a', '1');
    clock.advance(1_999);
    expect(cache.isAtHand('a')).toBe(true);
    expect(cache.get('a')).toBeNull();
    cache.forget('a');
    expect(await cache.get('a')).toBe('1');
    expect(await cache.get('b')).toBeNull();
    rows.set('b', '2');
    clock.advance(2_000);
    expect(await cache.get('b')).toBe('2');
    expect(reads).toEqual(['a', 'a', 'b', 'b']);
  });

  it('does not remember a miss whose row was created while it was being read', async () => {
    const { cache, rows, holdReads } = scene();
    const release = holdReads();
    const missing = cache.get('a');
    expect(cache.isAtHand('a')).toBe(true);
    rows.set('a', '1');
    cache.forget('a');
    release();
    expect(await missing).toBeNull();
    expect(await cache.get('a')).toBe('1');
  });

  it('reads a forgotten row again at once, whether it was forgotten here or in another process', async () => {
    const { cache, rows, topics } = scene();
    rows.set('a', '1');
    await cache.get('a');
    rows.set('a', '2');
    cache.forget('a');
    expect(await cache.get('a')).toBe('2');
    rows.set('a', '3');
    topics.publish('row', 'a');
    expect(await cache.get('a')).toBe('3');
  });

  it('forgets nothing else', async () => {
    const { cache, rows, reads } = scene();
    rows.set('a', '1').set('b', '1');
    await cache.get('a');
    await cache.get('b');
    cache.forget('a');
    expect(cache.get('b')).toBe('1');
    expect(reads).toEqual(['a', 'b']);
  });

  it('does not keep a row that was forgotten while it was being read', async () => {
    const { cache, rows, holdReads } = scene();
    rows.set('a', 'old');
    const release = holdReads();
    const early = cache.get('a');
    rows.set('a', 'new');
    cache.forget('a');
    const late = cache.get('a');
    release();
    expect(await early).toBe('old');
    expect(await late).toBe('new');
    expect(await cache.get('a')).toBe('new');
  });

  it('does not keep a row that was forgotten while it was being read in the background', async () => {
    const { cache, rows, clock, holdReads, settle } = scene();
    rows.set('a', 'old');
    await cache.get('a');
    clock.advance(maxAgeMs / 2);
    const release = holdReads();
    expect(cache.get('a')).toBe('old');
    rows.set('a', 'new');
    cache.forget('a');
    release();
    await settle();
    expect(await cache.get('a')).toBe('new');
  });

  it('holds an old row for less than 5 s if the message was lost and callers ask seldom', async () => {
    const { cache, rows, clock } = scene({ deaf: true });
    rows.set('a', 'old');
    await cache.get('a');
    rows.set('a', 'new');
    clock.advance(5_000);
    expect(await cache.get('a')).toBe('new');
  });

  it('holds an old row for less than 5 s if the message was lost and callers ask all the time', async () => {
    const { cache, rows, clock, settle } = scene({ deaf: true });
    rows.set('a', 'old');
    await cache.get('a');
    let changedAtMs: number | null = null;
    for (let i = 0; i < 200; i++) {
      clock.advance(50);
      if (i === 40) {
        rows.set('a', 'new');
        changedAtMs = clock.monotonicMs();
      }
      const value = await cache.get('a');
      await settle();
      if (changedAtMs !== null && clock.monotonicMs() - changedAtMs >= 5_000) expect(value).toBe('new');
    }
  });

  it('makes no caller wait for a row past half its age', async () => {
    const { cache, rows, clock, reads, settle } = scene();
    rows.set('a', '1');
    await cache.get('a');
    clock.advance(maxAgeMs / 2);
    rows.set('a', '2');
    expect(cache.get('a')).toBe('1');
    expect(cache.get('a')).toBe('1');
    await settle();
    expect(cache.get('a')).toBe('2');
    expect(reads).toHaveLength(2);
  });

  it('counts a row’s age from the start of its read', async () => {
    const { cache, rows, clock, holdReads } = scene();
    rows.set('a', 'old');
    const release = holdReads();
    const reading = cache.get('a');
    clock.advance(maxAgeMs);
    rows.set('a', 'new');
    release();
    await reading;
    expect(await cache.get('a')).toBe('new');
  });

  it('passes a failure on to waiting callers, and reads again for the next one', async () => {
    const { cache, rows, failReads } = scene();
    rows.set('a', '1');
    failReads(new Error('the database is away'));
    await expect(cache.get('a')).rejects.toThrow('the database is away');
    failReads(null);
    expect(await cache.get('a')).toBe('1');
  });

  it('tolerates failed background reads until the row is too old', async () => {
    const { cache, rows, clock, failReads, settle } = scene();
    rows.set('a', '1');
    await cache.get('a');
    failReads(new Error('the database is away'));
    clock.advance(maxAgeMs / 2);
    expect(cache.get('a')).toBe('1');
    await settle();
    expect(cache.get('a')).toBe('1');
    await settle();
    clock.advance(maxAgeMs / 2);
    await expect(cache.get('a')).rejects.toThrow('the database is away');
  });

  it('drops a row that is gone', async () => {
    const { cache, rows, clock, settle } = scene({ deaf: true });
    rows.set('a', '1');
    await cache.get('a');
    rows.delete('a');
    clock.advance(maxAgeMs / 2);
    await cache.get('a');
    await settle();
    expect(await cache.get('a')).toBeNull();
  });

  it('holds no more rows than it may', async () => {
    const { cache, rows, reads } = scene({ maxEntries: 2 });
    for (const key of ['a', 'b', 'c']) {
      rows.set(key, key);
      await cache.get(key);
    }
    expect(cache.get('c')).toBe('c');
    expect(cache.get('b')).toBe('b');
    expect(await cache.get('a')).toBe('a');
    expect(reads).toEqual(['a', 'b', 'c', 'a']);
  });

  it('listens no longer once it is disposed of', async () => {
    const { cache, rows, topics, reads } = scene();
    rows.set('a', '1');
    await cache.get('a');
    cache[Symbol.dispose]();
    topics.publish('row', 'a');
    await cache.get('a');
    expect(reads).toEqual(['a', 'a']);
  });
});
