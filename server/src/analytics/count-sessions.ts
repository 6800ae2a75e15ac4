import type { Queries, Sql } from '../db/index.ts';
import { bucketsPerOctave } from './latency-buckets.ts';
import { periodOf } from './periods.ts';

const batch = 500;

/**
 * Adds ended sessions to the sums, each exactly once: the mark and the sums change in one transaction, so a crash
 * neither loses nor doubles a session. Returns how many were added.
 */
export async function countSessions(sql: Sql): Promise<number> {
  return await sql.begin(async (tx) => {
    const taken = await tx<{ id: string }[]>`
      update sessions set counted = true, failed_turns = (
        select count(*) from turns where session_id = sessions.id and kind = 'chat' and outcome = 'failed')
      where id in (
        select id from sessions where not counted and state = 'ended' order by ended_at limit ${batch}
        for update skip locked)
      returning id`;
    if (taken.length === 0) return 0;
    const ids = taken.map(({ id }) => id);
    await addSessions(tx, ids);
    await addTimes(tx, ids);
    return taken.length;
  });
}

async function addSessions(tx: Queries, ids: readonly string[]): Promise<void> {
  const facts = tx`
    select account_id, avatar_id, created_at, connected_ms, first_connected_at is not null as met,
      (select count(*) from turns where session_id = sessions.id and kind = 'chat') as turns, failed_turns as failed
    from sessions where id = any(${[...ids]}::text[])`;
  // In the order of their keys, so that two processes that count at the same time cannot deadlock.
  await tx`
    insert into account_hours (account_id, hour, sessions, connected_ms, turns, failed)
    select account_id, date_trunc('hour', created_at), count(*) filter (where met), sum(connected_ms), sum(turns),
      sum(failed)
    from (${facts}) as facts group by 1, 2 order by 1, 2
    on conflict (account_id, hour) do update set sessions = account_hours.sessions + excluded.sessions,
      connected_ms = account_hours.connected_ms + excluded.connected_ms,
      turns = account_hours.turns + excluded.turns, failed = account_hours.failed + excluded.failed`;
  await tx`
    insert into avatar_days (account_id, avatar_id, day, sessions, connected_ms, turns, failed)
    select account_id, avatar_id, date_trunc('day', created_at, 'UTC'), count(*) filter (where met),
      sum(connected_ms), sum(turns), sum(failed)
    from (${facts}) as facts group by 1, 2, 3 order by 1, 3, 2
    on conflict (account_id, day, avatar_id) do update set sessions = avatar_days.sessions + excluded.sessions,
      connected_ms = avatar_days.connected_ms + excluded.connected_ms,
      turns = avatar_days.turns + excluded.turns, failed = avatar_days.failed + excluded.failed`;
  await tx`
    insert into avatar_stretches (account_id, avatar_id, stretch, turns, failed)
    select account_id, avatar_id, ${periodOf(tx, tx`created_at`)}, sum(turns), sum(failed)
    from (${facts}) as facts group by 1, 2, 3 order by 1, 3, 2
    on conflict (account_id, stretch, avatar_id) do update set turns = avatar_stretches.turns + excluded.turns,
      failed = avatar_stretches.failed + excluded.failed`;
}

async function addTimes(tx: Queries, ids: readonly string[]): Promise<void> {
  const times = tx`
    select account_id, avatar_id, sessions.created_at, kind_of.kind,
      floor(ln(greatest(1, kind_of.took)) / ln(2) * ${bucketsPerOctave}::float8)::smallint as step
    from sessions join turns on turns.session_id = sessions.id and turns.kind = 'chat'
      cross join lateral (values
        ('sound', extract(epoch from turns.first_audio_at - turns.received_at) * 1000),
        ('brain', extract(epoch from turns.first_byte_at - turns.sent_at) * 1000)) as kind_of (kind, took)
    where sessions.id = any(${[...ids]}::text[]) and kind_of.took is not null`;
  await tx`
    insert into account_times (account_id, hour, kind, step, count)
    select account_id, date_trunc('hour', created_at), kind, step, count(*) from (${times}) as times
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (account_id, hour, kind, step) do update set count = account_times.count + excluded.count`;
  await tx`
    insert into avatar_times (account_id, avatar_id, day, kind, step, count)
    select account_id, avatar_id, date_trunc('day', created_at, 'UTC'), kind, step, count(*)
    from (${times}) as times group by 1, 2, 3, 4, 5 order by 2, 3, 4, 5
    on conflict (avatar_id, day, kind, step) do update set count = avatar_times.count + excluded.count`;
  await tx`
    insert into account_day_times (account_id, day, kind, step, count)
    select account_id, date_trunc('day', created_at, 'UTC'), kind, step, count(*) from (${times}) as times
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (account_id, day, kind, step) do update set count = account_day_times.count + excluded.count`;
  await tx`
    insert into avatar_stretch_times (account_id, avatar_id, stretch, kind, step, count)
    select account_id, avatar_id, ${periodOf(tx, tx`created_at`)}, kind, step, count(*)
    from (${times}) as times group by 1, 2, 3, 4, 5 order by 2, 3, 4, 5
    on conflict (avatar_id, stretch, kind, step) do update set
      count = avatar_stretch_times.count + excluded.count`;
}

/** Stores the highest number of concurrent sessions seen so far in this hour. */
export async function recordPeaks(sql: Sql, nowMs: number): Promise<void> {
  await sql`
    insert into account_hours (account_id, hour, peak)
    select account_id, date_trunc('hour', to_timestamp(${nowMs}::bigint / 1000.0)), count(*) from sessions
    where state = 'connected' group by account_id order by account_id
    on conflict (account_id, hour) do update set peak = greatest(account_hours.peak, excluded.peak)
      where account_hours.peak < excluded.peak`;
}
