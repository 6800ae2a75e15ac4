import { momentOf, type Queries, type Sql, timePosition } from '../../db/index.ts';
import { firstRank } from './feed-cursor.ts';

export const enteredAtOnce = 1_000;

/**
 * Gives a rank to events of an account that have none, and returns to how many. Only events that are visible get a
 * rank, so one that commits late gets a later rank than those that readers have seen. This needs no number from the
 * database's history: ranks are stored and rise with time.
 */
export async function enterNewEvents(sql: Sql, accountId: string, nowMs: number): Promise<number> {
  const found = await lookForNew(sql, accountId);
  if (!found.hasNew) return 0;
  return await sql.begin(async (tx) => {
    await lockFeed(tx, accountId);
    const { count, last, nextIsSettled } = await enter(tx, accountId, nowMs);
    const isAll = count < enteredAtOnce;
    if (nextIsSettled) await settle(tx, accountId, isAll ? Number.MAX_SAFE_INTEGER : last);
    await noteNext(
      tx,
      accountId,
      isAll ? { settled: found.newest, aheadAfter: found.lastAt } : { settled: last, aheadAfter: null },
    );
    return count;
  });
}

type FeedState = {
  readonly hasNew: boolean;
  /** The highest position that any transaction has taken. */
  readonly newest: number;
  /** Ranks up to this one belong to positions up to `newest`. */
  readonly lastAt: string;
};

async function lookForNew(sql: Queries, accountId: string): Promise<FeedState> {
  const [row] = await sql<FeedState[]>`
    select exists (${notEntered(sql, accountId)}) as "hasNew", pg_sequence_last_value('events_position') as newest,
      coalesce((select ${timePosition(sql, sql`last_at`)} from feeds where account_id = ${accountId}), '0') as "lastAt"`;
  return row ?? { hasNew: false, newest: 0, lastAt: '0' };
}

const notEntered = (sql: Queries, accountId: string) => sql`
  select events.position, events.created_at from events
  where account_id = ${accountId} and partner_id is null
    and position > coalesce((select settled from feeds where account_id = ${accountId}), ${firstRank})
    and not exists (
      select from feed_entries as known
      where known.account_id = ${accountId} and known.position = events.position
        and known.at > coalesce((select ahead_after from feeds where account_id = ${accountId}), 'epoch')
    )
  order by position limit ${enteredAtOnce}`;

/** Readers of one account take turns here. The transaction gets its number now, after `newest` was read. */
async function lockFeed(tx: Queries, accountId: string): Promise<void> {
  await tx`
    insert into feeds (account_id) select id from accounts where id = ${accountId} on conflict do nothing`;
  await tx`select from feeds where account_id = ${accountId} for no key update`;
}

type Entered = {
  readonly count: number;
  /** The highest position that was entered. */
  readonly last: number;
  /** Whether all transactions before `next_xid` were over when the events were read. */
  readonly nextIsSettled: boolean;
};

/**
 * Ranks rise even if the clock is set back. A `next_xid` that the server has not reached yet is from before a restore.
 * The transactions of that time are over: what they did not commit is not in the backup.
 */
async function enter(tx: Queries, accountId: string, nowMs: number): Promise<Entered> {
  const [row] = await tx<Entered[]>`
    with fresh as materialized (${notEntered(tx, accountId)}), entered as (
      insert into feed_entries (account_id, at, position, created_at)
      select ${accountId}, greatest(last_at, to_timestamp(${nowMs}::bigint / 1000.0))
        + row_number() over (order by position) * interval '1 microsecond', position, fresh.created_at
      from fresh cross join feeds where feeds.account_id = ${accountId}
      returning at, position
    ), newest as (
      select count(*)::int as count, coalesce(max(position), 0) as last, max(at) as at from entered
    ), noted as (
      update feeds set last_at = newest.at from newest where account_id = ${accountId} and newest.at is not null
    )
    select newest.count, newest.last, coalesce(next_xid < pg_snapshot_xmin(pg_current_snapshot())
      or next_xid >= pg_snapshot_xmax(pg_current_snapshot()), false) as "nextIsSettled"
    from newest cross join feeds where feeds.account_id = ${accountId}`;
  return row ?? { count: 0, last: 0, nextIsSettled: false };
}

/** `upTo`: events with a higher position may still have to be entered. */
async function settle(tx: Queries, accountId: string, upTo: number): Promise<void> {
  await tx`
    update feeds set settled = next_settled, ahead_after = next_ahead_after, next_xid = null
    where account_id = ${accountId} and next_settled <= ${upTo}`;
}

/** A value that still waits is kept. Otherwise a frequent reader would replace each value before it counts. */
async function noteNext(
  tx: Queries,
  accountId: string,
  { settled, aheadAfter }: { readonly settled: number; readonly aheadAfter: string | null },
): Promise<void> {
  await tx`
    update feeds set next_settled = ${settled}, next_xid = pg_current_xact_id(), next_ahead_after =
      ${aheadAfter === null ? tx`ahead_after` : momentOf(tx, { at: aheadAfter })}
    where account_id = ${accountId} and next_xid is null`;
}
