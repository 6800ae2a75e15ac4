import { changeInTransaction, type InSameTransaction, type Queries, type Sql } from '../db/index.ts';
import type { Clock } from '../kernel/index.ts';

export type DiscardFilter = {
  readonly accountId: string;
  /** Either these, or all that wait for a webhook and match. */
  readonly ids?: readonly number[];
  readonly webhookId?: string;
  readonly event?: string;
  readonly sessionId?: string;
  readonly fromMs?: number;
  readonly toMs?: number;
};

/** `more` where others match that were left for the next time. */
export type Discarded = { readonly discarded: number; readonly more: boolean };

const mostAtOnce = 5_000;

/** Gives up deliveries that wait, oldest first. Those that are being sent right now are left alone. */
export async function discardMany(
  deps: { readonly sql: Sql; readonly clock: Clock },
  filter: DiscardFilter,
  also?: InSameTransaction<Discarded>,
): Promise<Discarded> {
  const nowMs = deps.clock.now();
  const discard = async (tx: Queries): Promise<Discarded> => {
    const moved = await tx`
      with chosen as (
        select id from deliveries where ${condition(tx, filter)}
          and (leased_until is null or leased_until <= to_timestamp(${nowMs}::bigint / 1000.0))
        order by id limit ${mostAtOnce} for update skip locked
      ), gone as (delete from deliveries using chosen where deliveries.id = chosen.id returning deliveries.*)
      insert into finished_deliveries (id, account_id, webhook_id, event_id, event_at, event_name, session_id,
        sequence, state, attempts, created_at, finished_at)
      select id, account_id, webhook_id, event_id, event_at, event_name, session_id, sequence, 'discarded', attempts,
        created_at, to_timestamp(${nowMs}::bigint / 1000.0)
      from gone`;
    return { discarded: moved.count, more: moved.count === mostAtOnce };
  };
  return await changeInTransaction(deps.sql, discard, also);
}

function condition(sql: Queries, filter: DiscardFilter) {
  const { accountId, ids, webhookId, event, sessionId, fromMs, toMs } = filter;
  return sql`
    account_id = ${accountId}
    ${ids === undefined ? sql`` : sql`and id = any(${[...ids]}::bigint[])`}
    ${webhookId === undefined ? sql`` : sql`and webhook_id = ${webhookId}`}
    ${event === undefined ? sql`` : sql`and event_name = ${event}`}
    ${sessionId === undefined ? sql`` : sql`and session_id = ${sessionId}`}
    ${fromMs === undefined ? sql`` : sql`and created_at >= to_timestamp(${fromMs}::bigint / 1000.0)`}
    ${toMs === undefined ? sql`` : sql`and created_at < to_timestamp(${toMs}::bigint / 1000.0)`}`;
}
