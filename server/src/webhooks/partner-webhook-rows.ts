import type { Queries } from '../db/index.ts';
import type { WebhookRow } from './webhook-rows.ts';

/** A partner has one webhook. Null if it has been deleted. */
export async function findPartnerWebhook(
  sql: Queries,
  partnerId: string,
): Promise<Pick<WebhookRow, 'id' | 'state'> | null> {
  const [row] = await sql<Pick<WebhookRow, 'id' | 'state'>[]>`
    select id, state from webhooks where partner_id = ${partnerId} and deleted_at is null`;
  return row ?? null;
}

/**
 * Gives up everything of one account that waits for a partner's webhook, also what is being sent right now: the engine
 * finds its lease gone and does not send it any more. Gives how many those were.
 */
export async function discardForAccount(
  tx: Queries,
  { webhookId, accountId }: { readonly webhookId: string; readonly accountId: string },
  nowMs: number,
): Promise<number> {
  const discarded = await tx`
    with gone as (
      delete from deliveries where webhook_id = ${webhookId} and account_id = ${accountId} returning *
    )
    insert into finished_deliveries (id, account_id, webhook_id, event_id, event_at, event_name, session_id, sequence,
      state, attempts, created_at, finished_at)
    select id, account_id, webhook_id, event_id, event_at, event_name, session_id, sequence, 'discarded', attempts,
      created_at, to_timestamp(${nowMs}::bigint / 1000.0)
    from gone`;
  return discarded.count;
}
