import type { Queries } from '../../db/index.ts';

/** An event that was written at the moment when its webhook was deleted would wait for ever. */
export async function discardOrphans(sql: Queries, nowMs: number): Promise<number> {
  const deleted = await sql<{ id: string }[]>`
    select id from webhooks
    where deleted_at is not null and exists (select from deliveries where webhook_id = webhooks.id)`;
  if (deleted.length === 0) return 0;
  return await discardWaiting(
    sql,
    deleted.map(({ id }) => id),
    nowMs,
  );
}

export async function discardWaiting(sql: Queries, ids: readonly string[], nowMs: number): Promise<number> {
  const discarded = await sql`
    with chosen as (
      select id from deliveries where webhook_id = any(${[...ids]}::text[]) order by id for update
    ), gone as (delete from deliveries using chosen where deliveries.id = chosen.id returning deliveries.*)
    insert into finished_deliveries (id, account_id, webhook_id, event_id, event_at, event_name, session_id, sequence,
      state, attempts, created_at, finished_at)
    select id, account_id, webhook_id, event_id, event_at, event_name, session_id, sequence, 'discarded', attempts,
      created_at, to_timestamp(${nowMs}::bigint / 1000.0)
    from gone`;
  return discarded.count;
}
