import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMemoryBus } from '../bus/index.ts';
import { manualClock } from '../kernel/testing/manual-clock.ts';
import { type TestDatabase, testChange, testDatabase } from '../testing/index.ts';
import type { StoredEvent } from './event.ts';
import { createExtendedEvents, type ExtendedEvents } from './extended-events.ts';

const event = (id: number): StoredEvent => ({
  id: `evt_${id}`,
  accountId: 'acc_1',
  avatarId: null,
  sessionId: null,
  sequence: null,
  name: 'media:mic-ready',
  body: '{}',
  createdAtMs: 0,
  beganAtMs: null,
  partnerId: null,
});

describe('extended events', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await database.sql`insert into accounts (id, name) values ('acc_1', 'One'), ('acc_2', 'Two')`;
  });
  afterAll(() => database[Symbol.asyncDispose]());
  afterEach(() => vi.useRealTimers());

  const createExtended = (write: (events: readonly StoredEvent[]) => Promise<void>) => {
    const clock = manualClock();
    const outbox = { write, committed: () => {}, enqueue: async () => [] };
    return createExtendedEvents({ sql: database.sql, topics: createMemoryBus(clock).topics, clock, outbox });
  };

  const set = (extended: ExtendedEvents, accountId: string, names: readonly string[], on: boolean) =>
    testChange(database.sql, (change) => extended.set(change, accountId, names, on));

  it('[EV2] are wanted by name and account, at once after a change', async () => {
    using extended = createExtended(async () => {});
    expect(await extended.wants('acc_1', 'agent:message')).toBe(false);
    expect(await set(extended, 'acc_1', ['notification', 'agent:message'], true)).toEqual([
      'agent:message',
      'notification',
    ]);
    expect(await extended.wants('acc_1', 'agent:message')).toBe(true);
    expect(await extended.wants('acc_1', 'media:mic-ready')).toBe(false);
    expect(await extended.wants('acc_2', 'agent:message')).toBe(false);
    expect(await set(extended, 'acc_1', ['agent:message'], false)).toEqual(['notification']);
    expect(await extended.wants('acc_1', 'agent:message')).toBe(false);
  });

  it('[EV2] are skipped only if memory is sure that the account does not want them', async () => {
    using extended = createExtended(async () => {});
    expect(extended.ignores('acc_2', 'agent:message')).toBe(false);
    await extended.wants('acc_2', 'agent:message');
    expect(extended.ignores('acc_2', 'agent:message')).toBe(true);
    await set(extended, 'acc_2', ['agent:message'], true);
    expect(extended.ignores('acc_2', 'agent:message')).toBe(false);
    await extended.wants('acc_2', 'agent:message');
    expect(extended.ignores('acc_2', 'agent:message')).toBe(false);
    expect(extended.ignores('acc_2', 'notification')).toBe(true);
  });

  it.each([[['connection:state-changed']], [['agent:message', 'no:such']], [[]], [['toString']]])(
    '[EV2] %j cannot be enabled',
    async (names) => {
      using extended = createExtended(async () => {});
      await expect(set(extended, 'acc_1', names, true)).rejects.toThrow('Choose from: agent:message');
    },
  );

  it('[EV2] are handed over in batches, each at most 50 ms after it happened, whenever that was', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const waited: number[] = [];
    const happenedAt = new Map<string, number>();
    let batches = 0;
    using extended = createExtended(async (events) => {
      batches += 1;
      for (const { id } of events) waited.push(performance.now() - (happenedAt.get(id) ?? 0));
      // The database is slow.
      await new Promise((resolve) => setTimeout(resolve, 12));
    });
    const writes: Promise<void>[] = [];
    for (let i = 0; i < 200; i++) {
      happenedAt.set(`evt_${i}`, performance.now());
      writes.push(extended.write(event(i)));
      await vi.advanceTimersByTimeAsync(i % 7);
    }
    await vi.advanceTimersByTimeAsync(200);
    await Promise.all(writes);
    expect(waited).toHaveLength(200);
    expect(Math.max(...waited)).toBeLessThanOrEqual(50);
    expect(batches).toBeLessThan(100);
  });

  it('[EV2] are written before the service stops', async () => {
    const written: string[] = [];
    using extended = createExtended(async (events) => {
      written.push(...events.map(({ id }) => id));
    });
    for (let i = 0; i < 10; i++) void extended.write(event(i));
    await extended.stop();
    expect(written).toHaveLength(10);
  });

  it('[DE8] one that cannot be written does not affect the others', async () => {
    const written: string[] = [];
    using extended = createExtended(async (events) => {
      if (events.some(({ id }) => id === 'evt_3')) throw new Error('poison');
      written.push(...events.map(({ id }) => id));
    });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, i) => extended.write(event(i))));
    expect(outcomes.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
    expect(written).toHaveLength(9);
  });
});
