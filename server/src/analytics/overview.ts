import { type Fragment, inOneSnapshot, type Queries, type Sql } from '../db/index.ts';
import { countedUntil } from './count-deliveries.ts';
import { type BucketCount, percentilesOf } from './latency-buckets.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
export const ranges = { '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs, '90d': 90 * dayMs } as const;
export type Range = keyof typeof ranges;

export type TimeRange = { readonly fromMs: number; readonly toMs: number; readonly stepMs: number };
export type Usage = {
  readonly at: number;
  readonly sessions: number;
  readonly minutes: number;
  readonly peak: number;
};
type Sum = { at: number; sessions: number; connectedMs: number; turns: number; failed: number; peak: number };
type TimedCount = BucketCount & { readonly at: number };

/** Whole hours or days up to and including the current one. Sums of one avatar are kept per day. */
export function timeRangeOf(range: Range, nowMs: number, ofOneAvatar: boolean): TimeRange {
  const stepMs = range === '24h' && !ofOneAvatar ? hourMs : dayMs;
  const toMs = Math.floor(nowMs / stepMs) * stepMs + stepMs;
  return { fromMs: toMs - Math.max(ranges[range], stepMs), toMs, stepMs };
}

const bucketsOf = ({ fromMs, toMs, stepMs }: TimeRange): number[] =>
  Array.from({ length: (toMs - fromMs) / stepMs }, (_, index) => fromMs + index * stepMs);

/** Converted to a number only after grouping, because the conversion costs more than adding rows up. */
const bin = (sql: Queries, column: Fragment, stepMs: number): Fragment =>
  sql`date_bin(${stepMs / 1000}::int * interval '1 second', ${column}, 'epoch'::timestamptz)`;

/** The sums, and the few sessions that are not in them yet: live sessions and sessions that have just ended. */
export const readUsage = (
  sql: Sql,
  accountId: string,
  avatarId: number | null,
  span: TimeRange,
  nowMs: number,
) =>
  // Otherwise a session that is added to the sums in the meantime could be counted twice.
  inOneSnapshot(sql, (snapshot) => usageIn(snapshot, accountId, avatarId, span, nowMs));

async function usageIn(
  sql: Queries,
  accountId: string,
  avatarId: number | null,
  span: TimeRange,
  nowMs: number,
) {
  const { fromMs, stepMs } = span;
  const from = sql`to_timestamp(${fromMs}::bigint / 1000.0)`;
  const counted =
    avatarId === null
      ? sql<Sum[]>`
          select ms(bin) as at, sum(sessions)::int as sessions, sum(connected_ms)::bigint as "connectedMs",
            sum(turns)::int as turns, sum(failed)::int as failed, max(peak) as peak
          from (
            select *, ${bin(sql, sql`hour`, stepMs)} as bin from account_hours
            where account_id = ${accountId} and hour >= ${from}
          ) as hours group by bin`
      : sql<Sum[]>`
          select ms(day) as at, sum(sessions)::int as sessions, sum(connected_ms)::bigint as "connectedMs",
            sum(turns)::int as turns, sum(failed)::int as failed, 0 as peak
          from avatar_days where account_id = ${accountId} and avatar_id = ${avatarId} and day >= ${from} group by day`;
  const open = sql<Sum[]>`
    select ms(${bin(sql, sql`created_at`, stepMs)}) as at, (count(*) filter (where first_connected_at is not null))::int as sessions,
      sum(connected_ms + case when state = 'connected' then greatest(0, ${nowMs}::bigint - ms(connected_at)) else 0 end
        )::bigint as "connectedMs",
      0 as turns, 0 as failed, 0 as peak
    from sessions where account_id = ${accountId} and not counted and created_at >= ${from}
      ${avatarId === null ? sql`` : sql`and avatar_id = ${avatarId}`}
    group by 1`;
  const [sums, alive, [now]] = await Promise.all([
    counted,
    open,
    sql<{ count: number }[]>`
      select count(*)::int as count from sessions where account_id = ${accountId} and state = 'connected'
        ${avatarId === null ? sql`` : sql`and avatar_id = ${avatarId}`}`,
  ]);
  const all = Map.groupBy([...sums, ...alive], ({ at }) => at);
  const total = (rows: readonly Sum[], name: Exclude<keyof Sum, 'at' | 'peak'>): number =>
    rows.reduce((sum, row) => sum + row[name], 0);
  const usage = bucketsOf(span).map((at): Usage => {
    const rows = all.get(at) ?? [];
    const minutes = Math.round(total(rows, 'connectedMs') / 6_000) / 10;
    return {
      at,
      sessions: total(rows, 'sessions'),
      minutes,
      peak: Math.max(0, ...rows.map(({ peak }) => peak)),
    };
  });
  const rows = [...sums, ...alive];
  const present = now?.count ?? 0;
  return {
    usage,
    concurrent: { now: present, peak: Math.max(present, ...usage.map(({ peak }) => peak)) },
    totals: {
      sessions: total(rows, 'sessions'),
      minutes: Math.round(total(rows, 'connectedMs') / 6_000) / 10,
      turns: total(rows, 'turns'),
      failedTurns: total(rows, 'failed'),
    },
  };
}

export async function readLatency(sql: Sql, accountId: string, avatarId: number | null, span: TimeRange) {
  const { fromMs, stepMs } = span;
  const from = sql`to_timestamp(${fromMs}::bigint / 1000.0)`;
  const rows =
    avatarId === null
      ? stepMs === dayMs
        ? sql`
            select day as bin, step, count from account_day_times
            where account_id = ${accountId} and day >= ${from} and kind = 'sound'`
        : sql`
            select ${bin(sql, sql`hour`, stepMs)} as bin, step, count from account_times
            where account_id = ${accountId} and hour >= ${from} and kind = 'sound'`
      : sql`
          select ${bin(sql, sql`day`, stepMs)} as bin, step, count from avatar_times
          where account_id = ${accountId} and avatar_id = ${avatarId} and day >= ${from} and kind = 'sound'`;
  const counts = await sql<TimedCount[]>`
    select ms(bin) as at, step as bucket, sum(count)::int as count from (${rows}) as rows group by bin, step`;
  const byBucket = Map.groupBy(counts, ({ at }) => at);
  return {
    latency: percentilesOf(added(counts)),
    latencyOverTime: bucketsOf(span).map((at) => {
      const rows = byBucket.get(at) ?? [];
      return { at, turns: rows.reduce((sum, { count }) => sum + count, 0), ms: percentilesOf(rows) };
    }),
  };
}

/** Delivered events and failed attempts per webhook. Deliveries that are not in the sums yet are counted here. */
export const readWebhookHealth = (sql: Sql, ids: readonly string[], span: TimeRange, nowMs: number) =>
  // Otherwise an hour that is added to the sums in the meantime could be counted twice.
  inOneSnapshot(sql, (snapshot) => webhookHealthIn(snapshot, ids, span, nowMs));

async function webhookHealthIn(sql: Queries, ids: readonly string[], span: TimeRange, nowMs: number) {
  const { fromMs, stepMs } = span;
  const untilMs = await countedUntil(sql, nowMs);
  const wanted = [...ids];
  const rows = await sql<{ id: string; at: number; delivered: number; failed: number }[]>`
    -- Hours from before attempts were counted have exhausted deliveries only.
    select id, ms(bin) as at, sum(delivered)::int as delivered, greatest(sum(failed_attempts), sum(exhausted))::int as failed
    from (
      select webhook_id as id, ${bin(sql, sql`hour`, stepMs)} as bin, delivered, failed as exhausted, failed_attempts
      from webhook_hours
      where webhook_id = any(${wanted}::text[]) and hour >= to_timestamp(${fromMs}::bigint / 1000.0)
      union all
      select webhook_id, ${bin(sql, sql`finished_at`, stepMs)}, (state = 'delivered')::int,
        (state = 'exhausted')::int, 0
      from finished_deliveries
      where webhook_id = any(${wanted}::text[]) and event_name <> 'webhook.test'
        and finished_at >= to_timestamp(${Math.max(untilMs, fromMs)}::bigint / 1000.0)
    ) as counted group by id, bin`;
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    wanted.map((id) => {
      const found = new Map(byId.get(id)?.map((row) => [row.at, row]));
      const buckets = bucketsOf(span).map((at) => {
        const row = found.get(at);
        return { at, delivered: row?.delivered ?? 0, failed: row?.failed ?? 0 };
      });
      return [id, buckets];
    }),
  );
}

function added(counts: readonly BucketCount[]): BucketCount[] {
  const sums = new Map<number, number>();
  for (const { bucket, count } of counts) sums.set(bucket, (sums.get(bucket) ?? 0) + count);
  return [...sums].map(([bucket, count]) => ({ bucket, count }));
}
