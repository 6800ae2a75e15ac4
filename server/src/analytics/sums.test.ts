import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../kernel/index.ts';
import { manualClock } from '../kernel/testing/manual-clock.ts';
import { type TestDatabase, testDatabase } from '../testing/index.ts';
import { startAnalytics } from './analytics.ts';
import { type Range, readLatency, readLatencyByAvatar, readUsage, timeRangeOf } from './index.ts';
import { percentilesOf } from './latency-buckets.ts';

const dayMs = 86_400_000;
const now = Date.UTC(2026, 2, 3, 1, 30);
const clock = manualClock(now);
const ranges: readonly Range[] = ['24h', '7d', '30d', '90d'];
let database: TestDatabase;
let avatars: number[];
beforeAll(async () => {
  database = await testDatabase();
  await database.sql`insert into accounts (id, name) values ('acc', 'Ours'), ('other', 'Theirs')`;
  await database.sql`insert into visitors (id, account_id, last_seen) values (1000000000001, 'acc', now())`;
  const made = await database.sql<{ id: number }[]>`
    insert into avatars (account_id, name, sort_key, version)
    select 'acc', 'Avatar ' || number, number::text, number from generate_series(1, 30) number returning id`;
  avatars = made.map(({ id }) => id);
});
afterAll(() => database[Symbol.asyncDispose]());
const analytics = () => startAnalytics({ sql: database.sql, clock, log: createLog('silent'), everyMs: null });

type Turn = { soundMs: number | null; brainMs: number | null; failed: boolean };
type TestSession = {
  agoMs: number;
  avatar: number;
  met: boolean;
  connectedMs: number;
  turns: readonly Turn[];
};

/** Many times are at midnight, at the start of a period and at the edge of the longest range, where sums go wrong. */
const periodMs = 32 * dayMs;
const edges = [0, 1, 7, 30, 89, 90, 91].map((days) => now - (Math.floor(now / dayMs) * dayMs - days * dayMs));
const turns = Array.from({ length: 5 }, (_, back) => now - (Math.floor(now / periodMs) - back) * periodMs);
const agoMs = fc.oneof(
  fc.integer({ min: 0, max: 130 * dayMs }),
  fc
    .tuple(fc.constantFrom(...edges, ...turns), fc.constantFrom(-1, 0, 1))
    .map(([edge, off]) => Math.max(0, edge + off)),
);
const turn = fc.record({
  soundMs: fc.option(fc.integer({ min: 1, max: 60_000 })),
  brainMs: fc.option(fc.integer({ min: 1, max: 60_000 })),
  failed: fc.boolean(),
});
const session = fc.record({
  agoMs,
  avatar: fc.integer({ min: 0, max: 29 }),
  met: fc.boolean(),
  connectedMs: fc.integer({ min: 0, max: 600_000 }),
  turns: fc.array(turn, { maxLength: 4 }),
});

let made = 0;
async function insert(sessions: readonly TestSession[]): Promise<void> {
  for (const { agoMs: ago, avatar, met, connectedMs, turns: asked } of sessions) {
    const id = `ses_${String(++made).padStart(24, '0')}`;
    const at = new Date(now - ago);
    await database.sql`
      insert into sessions (id, account_id, avatar_id, visitor_id, user_name, user_last_seen, state,
        max_session_duration, resume_hash, created_at, first_connected_at, connected_ms, ended_at)
      values (${id}, 'acc', ${avatars[avatar] ?? 0}, 1000000000001, 'Guest', ${at}, 'ended', -1, '\\x00', ${at},
        ${met ? at : null}, ${connectedMs}, ${at})`;
    for (const [index, { soundMs, brainMs, failed }] of asked.entries())
      await database.sql`
        insert into turns (session_id, number, kind, received_at, sent_at, first_byte_at, first_audio_at, outcome)
        values (${id}, ${index + 1}, 'chat', ${at}, ${at},
          ${brainMs === null ? null : new Date(at.getTime() + brainMs)},
          ${soundMs === null ? null : new Date(at.getTime() + soundMs)}, ${failed ? 'failed' : 'answered'})`;
  }
}

const bucketOf = (ms: number): number => Math.floor((Math.log(Math.max(1, ms)) / Math.log(2)) * 8);
const percentiles = (times: readonly (number | null)[]) =>
  percentilesOf(times.flatMap((ms) => (ms === null ? [] : [{ bucket: bucketOf(ms), count: 1 }])));
const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

/** The same numbers, computed directly from the sessions. */
function expected(all: readonly TestSession[], range: Range) {
  const { fromMs, toMs, stepMs } = timeRangeOf(range, now, false);
  const within = (from: number, to: number) =>
    all.filter(({ agoMs: ago }) => now - ago >= from && now - ago < to);
  const asked = (some: readonly TestSession[]) => some.flatMap(({ turns: found }) => found);
  const buckets = Array.from({ length: (toMs - fromMs) / stepMs }, (_, index) => fromMs + index * stepMs);
  // One avatar's sums are kept per day: if a range begins within a day, that day counts in full.
  const byDay = within(Math.floor(fromMs / dayMs) * dayMs, toMs);
  const busy = Map.groupBy(byDay, ({ avatar }) => avatar);
  return {
    usage: buckets.map((at) => {
      const some = within(at, at + stepMs);
      return {
        at,
        sessions: some.filter(({ met }) => met).length,
        minutes: Math.round(sum(some.map(({ connectedMs }) => connectedMs)) / 6_000) / 10,
      };
    }),
    totals: {
      turns: asked(within(fromMs, toMs)).length,
      failedTurns: asked(within(fromMs, toMs)).filter(({ failed }) => failed).length,
    },
    latency: percentiles(asked(within(fromMs, toMs)).map(({ soundMs }) => soundMs)),
    overTime: buckets.map((at) => percentiles(asked(within(at, at + stepMs)).map(({ soundMs }) => soundMs))),
    byAvatar: [...busy]
      .map(([avatar, some]) => ({
        id: avatars[avatar] ?? 0,
        turns: asked(some).length,
        failed: asked(some).filter(({ failed }) => failed).length,
        ms: percentiles(asked(some).map(({ soundMs }) => soundMs)),
        brainMs: percentiles(asked(some).map(({ brainMs }) => brainMs)),
      }))
      .filter(({ turns: count }) => count > 0)
      .toSorted((one, other) => other.turns - one.turns || one.id - other.id)
      .slice(0, 20),
  };
}

async function shown(range: Range) {
  const { sql } = database;
  const span = timeRangeOf(range, now, false);
  const usage = await readUsage(sql, 'acc', null, span, now);
  const { latency, latencyOverTime } = await readLatency(sql, 'acc', null, span);
  const byAvatar = await readLatencyByAvatar(sql, 'acc', null, span);
  return {
    usage: usage.usage.map(({ at, sessions, minutes }) => ({ at, sessions, minutes })),
    totals: { turns: usage.totals.turns, failedTurns: usage.totals.failedTurns },
    latency,
    overTime: latencyOverTime.map(({ ms }) => ms),
    byAvatar: byAvatar.map(({ avatar, ...rest }) => ({ id: Number(avatar.id), ...rest })),
  };
}

describe('the sums of the overview', () => {
  it('agree with the sessions themselves, whatever they are and in however many batches they are counted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(session, { maxLength: 15 }), { maxLength: 3 }), async (waves) => {
        const { sql } = database;
        await sql`truncate sessions, turns, account_hours, avatar_days, account_times, avatar_times,
          account_day_times, avatar_stretches, avatar_stretch_times cascade`;
        for (const wave of waves) {
          await insert(wave);
          await using one = analytics();
          await using two = analytics();
          await Promise.all([one.count(), two.count()]);
        }
        const all = waves.flat();
        for (const range of ranges) {
          expect(await shown(range)).toEqual(expected(all, range));
        }
        const nobody = await readLatencyByAvatar(sql, 'other', null, timeRangeOf('90d', now, false));
        expect(nobody).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  it('of longer periods equal the sums of their days, also after an upgrade', async () => {
    const { sql } = database;
    const random = fc.sample(session, { numRuns: 60, seed: 7 });
    await insert(random);
    await using counting = analytics();
    await counting.count();
    const before = await Promise.all(ranges.map(shown));
    await sql`drop table account_day_times, avatar_stretches, avatar_stretch_times`;
    const { readFile } = await import('node:fs/promises');
    const file = new URL('../../migrations/000013_longer_sums.sql', import.meta.url);
    await sql.unsafe(await readFile(file, 'utf8')).simple();
    expect(await Promise.all(ranges.map(shown))).toEqual(before);
  });
});
