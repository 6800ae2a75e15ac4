import type { Fragment, Queries } from '../../db/index.ts';

/** What a delivery keeps when it moves from the queue to the log. */
export const movedColumns = (sql: Queries) => sql`
  id, account_id, webhook_id, event_id, event_at, event_name, session_id, sequence, created_at`;

/**
 * Moves waiting deliveries to the log, and returns how many. `chosen` selects their ids and locks them, in the order of
 * the ids if there are several, so that writers and discards cannot deadlock.
 */
export async function finishWaiting(
  sql: Queries,
  state: 'delivered' | 'discarded',
  chosen: Fragment,
  nowMs: number,
): Promise<number> {
  const moved = await sql`
    with chosen as (${chosen}),
      gone as (delete from deliveries using chosen where deliveries.id = chosen.id returning deliveries.*)
    insert into finished_deliveries (${movedColumns(sql)}, state, attempts, finished_at)
    select ${movedColumns(sql)}, ${state}, attempts, to_timestamp(${nowMs}::bigint / 1000.0) from gone`;
  return moved.count;
}

/** Locks a delivery, if it waits, as its end does. A weaker lock before that one could make two callers wait for each other. */
export const lockWaiting = (sql: Queries, id: number) =>
  sql`select from deliveries where id = ${id} for update`;

/** False if the delivery is not waiting any more. */
export const deliverWaiting = async (sql: Queries, id: number, nowMs: number): Promise<boolean> =>
  (await finishWaiting(
    sql,
    'delivered',
    sql`select id from deliveries where id = ${id} for update`,
    nowMs,
  )) === 1;

export const isNotLeased = (sql: Queries, nowMs: number): Fragment =>
  sql`(leased_until is null or leased_until <= to_timestamp(${nowMs}::bigint / 1000.0))`;

export const discardWaiting = (sql: Queries, webhookIds: readonly string[], nowMs: number): Promise<number> =>
  finishWaiting(
    sql,
    'discarded',
    sql`select id from deliveries where webhook_id = any(${[...webhookIds]}::text[]) order by id for update`,
    nowMs,
  );

/** An event that was written at the moment when its webhook was deleted would wait for ever. */
export async function discardOrphans(sql: Queries, nowMs: number): Promise<void> {
  const deleted = await sql<{ id: string }[]>`
    select id from webhooks
    where deleted_at is not null and exists (select from deliveries where webhook_id = webhooks.id)`;
  const ids = deleted.map(({ id }) => id);
  if (ids.length > 0) await discardWaiting(sql, ids, nowMs);
}
