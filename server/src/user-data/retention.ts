import type { Sql } from '../db/index.ts';
import { type Clock, type Log, sleep, startInterval } from '../kernel/index.ts';

const batch = 200;
const everyMs = 10 * 60_000;
const pauseMs = 20;
const stopLimitMs = 2_000;

/** Deletes one batch of expired transcripts and turns. Returns the number of sessions; 0 if none has expired. */
export async function deleteExpiredBatch(sql: Sql, nowMs: number): Promise<number> {
  return await sql.begin(async (tx) => {
    const old = await tx<{ id: string }[]>`
      select sessions.id from accounts cross join lateral (
        select id from sessions
        where account_id = accounts.id and state = 'ended' and forgotten_at is null and counted
          and ended_at < to_timestamp(${nowMs}::bigint / 1000.0) - make_interval(days => accounts.retention_days)
        order by ended_at limit ${batch}
        for update skip locked
      ) as sessions
      where accounts.retention_days > 0 limit ${batch}`;
    if (old.length === 0) return 0;
    const ids = old.map(({ id }) => id);
    await tx`delete from messages where session_id = any(${ids}::text[])`;
    await tx`delete from turns where session_id = any(${ids}::text[])`;
    await tx`delete from gateway_exchanges where session_id = any(${ids}::text[])`;
    await tx`
      update sessions set forgotten_at = to_timestamp(${nowMs}::bigint / 1000.0) where id = any(${ids}::text[])`;
    return old.length;
  });
}

/** Deletes transcripts when an account's retention period is over, in small batches. */
export function startDataRetention(deps: { sql: Sql; clock: Clock; log: Log; everyMs?: number | null }) {
  const { sql, clock, log } = deps;
  const interval = startInterval({
    everyMs: deps.everyMs === undefined ? everyMs : deps.everyMs,
    stopLimitMs,
    async run(signal) {
      let count = 0;
      while (!signal.aborted) {
        const deleted = await deleteExpiredBatch(sql, clock.now());
        count += deleted;
        if (deleted === 0) break;
        await sleep(pauseMs, signal);
      }
      if (count > 0) log.info({ sessions: count }, 'deleted expired transcripts');
    },
    onError: (error) => log.warn({ err: error }, 'expired transcripts could not be deleted'),
  });
  return { run: () => interval.runNow(), [Symbol.asyncDispose]: () => interval[Symbol.asyncDispose]() };
}
