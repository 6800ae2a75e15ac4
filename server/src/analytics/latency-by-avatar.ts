import type { Sql } from '../db/index.ts';
import { type BucketCount, type Percentiles, percentilesOf } from './latency-buckets.ts';
import type { TimeRange } from './overview.ts';
import { firstWholePeriodMs } from './periods.ts';

const topAvatars = 20;
const dayMs = 24 * 3_600_000;

type Busy = { id: number; name: string; turns: number; failed: number };
type CountOfAvatar = BucketCount & { readonly id: number; readonly kind: 'sound' | 'brain' };

/**
 * The avatars that were asked most, with their latencies. Sums are kept per day, so the first day of a range counts in
 * full. Whole periods are read as one row, and the days before them one by one.
 */
export async function readLatencyByAvatar(
  sql: Sql,
  accountId: string,
  avatarId: number | null,
  span: TimeRange,
) {
  const fromMs = Math.floor(span.fromMs / dayMs) * dayMs;
  const from = sql`to_timestamp(${fromMs}::bigint / 1000.0)`;
  const whole = sql`to_timestamp(${firstWholePeriodMs(fromMs)}::bigint / 1000.0)`;
  const wanted = avatarId === null ? sql`` : sql`and avatar_id = ${avatarId}`;
  const top = await sql<Busy[]>`
    select busy.id, avatars.name, busy.turns, busy.failed from (
      select avatar_id as id, sum(turns)::int as turns, sum(failed)::int as failed from (
        select avatar_id, turns, failed from avatar_stretches
        where account_id = ${accountId} and stretch >= ${whole} ${wanted}
        union all
        select avatar_id, turns, failed from avatar_days
        where account_id = ${accountId} and day >= ${from} and day < ${whole} ${wanted}
      ) as parts
      group by avatar_id having sum(turns) > 0 order by sum(turns) desc, avatar_id limit ${topAvatars}
    ) as busy join avatars on avatars.id = busy.id order by busy.turns desc, busy.id`;
  const ids = top.map(({ id }) => id);
  const counts = await sql<CountOfAvatar[]>`
    select id, kind, step as bucket, sum(count)::int as count from (
      select avatar_id as id, kind, step, count from avatar_stretch_times
      where avatar_id = any(${ids}::bigint[]) and stretch >= ${whole}
      union all
      select avatar_id, kind, step, count from avatar_times
      where avatar_id = any(${ids}::bigint[]) and day >= ${from} and day < ${whole}
    ) as parts group by 1, 2, 3`;
  const of = (id: number, kind: string): Percentiles | null =>
    percentilesOf(counts.filter((row) => row.id === id && row.kind === kind));
  return top.map(({ id, name, turns, failed }) => ({
    avatar: { id: String(id), name },
    turns,
    failed,
    ms: of(id, 'sound'),
    brainMs: of(id, 'brain'),
  }));
}
