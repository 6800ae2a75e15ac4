import type { Fragment, Sql } from '../db/index.ts';
import { type Clock, type Log, sleep, startInterval } from '../kernel/index.ts';

const batch = 200;
const everyMs = 10 * 60_000;
const pauseMs = 20;
const stopLimitMs = 2_000;

/** Deletes one batch of expired sessions and visitors. Returns how many; 0 if none has expired. */
export async function deleteExpiredBatch(sql: Sql, nowMs: number): Promise<number> {
  const end = sql`to_timestamp(${nowMs}::bigint / 1000.0) - make_interval(days => accounts.retention_days)`;
  // Their transcripts, turns and exchanges are deleted with them. A session whose LOGOUT is still due stays.
  const sessions = await deleteOfAccounts(
    sql,
    sql`sessions`,
    sql`state = 'ended' and counted and logout <> 'due' and transcript <> 'due' and ended_at < ${end}
      order by ended_at`,
  );
  const visitors = await deleteOfAccounts(
    sql,
    sql`visitors`,
    sql`last_seen < ${end} and not exists (select from sessions where visitor_id = visitors.id)
      order by last_seen`,
  );
  return sessions + visitors;
}

/** Deletes a batch of the rows that a condition on them and their account selects. */
async function deleteOfAccounts(sql: Sql, table: Fragment, condition: Fragment): Promise<number> {
  const { count } = await sql`
    delete from ${table} where id in (
      select expired.id from accounts cross join lateral (
        select id from ${table} where account_id = accounts.id and ${condition} limit ${batch}
        for update skip locked
      ) as expired
      where accounts.retention_days > 0 limit ${batch}
    )`;
  return count;
}

/** Deletes sessions and visitors after the account's retention period, in small batches. */
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
      if (count > 0) log.info({ count }, 'deleted expired sessions and visitors');
    },
    onError: (error) => log.warn({ err: error }, 'could not delete expired sessions'),
  });
  return { run: () => interval.runNow(), [Symbol.asyncDispose]: () => interval[Symbol.asyncDispose]() };
}
