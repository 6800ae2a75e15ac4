import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../db/index.ts';
import { acquireProcessLock } from '../installation/index.ts';
import { createLog } from '../kernel/index.ts';
import { manualClock } from '../kernel/testing/manual-clock.ts';
import { startDatabaseProxy, type TestDatabase, testDatabase } from '../testing/index.ts';
import { startAnalytics } from './analytics.ts';
import { countDeliveries } from './count-deliveries.ts';
import { percentilesOf } from './latency-buckets.ts';
import { readWebhookHealth, timeRangeOf } from './overview.ts';

const hourMs = 3_600_000;
let database: TestDatabase;
const clock = manualClock(Math.floor(1_700_000_000_000 / hourMs) * hourMs + 10 * 60_000);
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
const analytics = () => startAnalytics({ sql: database.sql, clock, log: createLog('silent'), everyMs: null });

async function deliver(id: number, agoMs: number, state: 'delivered' | 'exhausted', sql = database.sql) {
  const at = new Date(clock.now() - agoMs);
  await sql`
    insert into finished_deliveries (id, account_id, webhook_id, event_id, event_at, event_name, state, attempts,
      created_at, finished_at)
    values (${id}, 'acc', 'whk', ${`evt_${id}`}, ${at}, 'agent:error', ${state}, 1, ${at}, ${at})`;
}

describe('the counts of deliveries', () => {
  it('include each delivery once, whether its hour is over or not, also if two processes count at once', async () => {
    for (let id = 1; id <= 10; id++) await deliver(id, id * hourMs, id % 5 === 0 ? 'exhausted' : 'delivered');
    await deliver(11, 60_000, 'delivered');
    const total = async () => {
      const span = timeRangeOf('24h', clock.now(), false);
      const buckets = (await readWebhookHealth(database.sql, ['whk'], span, clock.now())).get('whk') ?? [];
      const sum = (name: 'delivered' | 'failed') => buckets.reduce((all, bucket) => all + bucket[name], 0);
      return { delivered: sum('delivered'), failed: sum('failed'), buckets: buckets.length };
    };
    const wanted = { delivered: 9, failed: 2, buckets: 24 };
    expect(await total()).toEqual(wanted);
    await using one = analytics();
    await using two = analytics();
    await Promise.all([one.count(), two.count()]);
    expect(await total()).toEqual(wanted);
    clock.advance(2 * hourMs);
    await one.count();
    expect(await total()).toEqual(wanted);
    const [row] = await database.sql<{ sum: number }[]>`
      select sum(delivered + failed)::int as sum from webhook_hours`;
    expect(row?.sum).toBe(11);
  });

  it('include every failed attempt, also of deliveries that succeeded later', async () => {
    await using own = await testDatabase();
    await deliver(1, 2 * hourMs, 'delivered', own.sql);
    const hour = new Date(Math.floor((clock.now() - 2 * hourMs) / hourMs) * hourMs);
    await own.sql`
      insert into webhook_hours (webhook_id, hour, delivered, failed, failed_attempts) values ('whk', ${hour}, 0, 0, 3)`;
    const span = timeRangeOf('24h', clock.now(), false);
    const read = async () =>
      (await readWebhookHealth(own.sql, ['whk'], span, clock.now()))
        .get('whk')
        ?.filter(({ failed }) => failed > 0);
    const wanted = [{ at: hour.getTime(), delivered: 1, failed: 3 }];
    expect(await read()).toEqual(wanted);
    while (await countDeliveries(own.sql, clock.now()));
    expect(await read()).toEqual(wanted);
  });

  it('include each delivery once, also if an hour is added to the sums between any two queries of the reader', async () => {
    await using own = await testDatabase();
    for (let id = 1; id <= 10; id++) await deliver(id, id * hourMs, 'delivered', own.sql);
    await using proxy = await startDatabaseProxy(own.url);
    await using undo = new AsyncDisposableStack();
    const reader = connect({ url: proxy.url });
    undo.defer(() => reader.end({ timeout: 1 }));
    const span = timeRangeOf('24h', clock.now(), false);
    const delivered = async () => {
      const buckets = (await readWebhookHealth(reader, ['whk'], span, clock.now())).get('whk') ?? [];
      return buckets.reduce((sum, bucket) => sum + bucket.delivered, 0);
    };
    expect(await delivered()).toBe(10);
    let added = 0;
    proxy.betweenRequests(async () => {
      if (await countDeliveries(own.sql, clock.now())) added += 1;
    });
    expect(await delivered()).toBe(10);
    proxy.betweenRequests(null);
    expect(added).toBeGreaterThan(0);
  });

  it('wait for no lock of a running service', async () => {
    await using _sole = await acquireProcessLock(database.url);
    await using counting = analytics();
    await counting.count();
  });
});

describe('percentiles', () => {
  it('are right to within a bucket, and null if nothing was counted', () => {
    expect(percentilesOf([])).toBeNull();
    const counts = Array.from({ length: 1000 }, (_, index) => index + 1).map((ms) => ({
      bucket: Math.floor(Math.log2(ms) * 8),
      count: 1,
    }));
    const { p50, p95, p99 } = percentilesOf(counts) ?? { p50: 0, p95: 0, p99: 0 };
    for (const [got, wanted] of [
      [p50, 500],
      [p95, 950],
      [p99, 990],
    ] as const)
      expect(Math.abs(got - wanted) / wanted).toBeLessThan(0.05);
  });
});
