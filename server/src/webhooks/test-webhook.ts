import type { Sql } from '../db/index.ts';
import { type AttemptResult, insertAttempts, send, type WebhookWithSecrets } from '../delivery/index.ts';
import { makeEvent } from '../events/index.ts';
import { type Clock, notFound } from '../kernel/index.ts';
import type { OutboundByAccount } from '../outbound/index.ts';

export type WebhookTestDeps = {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly outbound: OutboundByAccount;
  webhook(id: string): Promise<WebhookWithSecrets | null> | WebhookWithSecrets | null;
  noteTest(id: string, fingerprint: string, passed: boolean): Promise<void>;
};

/** Sends a `webhook.test` like any delivery. It is in the log, and counts only for enabling the webhook again. */
export async function testWebhook(
  deps: WebhookTestDeps,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  triggeredBy: string,
): Promise<AttemptResult> {
  const { sql, clock } = deps;
  const webhook = await deps.webhook(id);
  if (webhook?.ownerId !== accountId) throw notFound('This webhook does not exist. Check its id.');
  const source = { accountId, avatarId: null, sessionId: null, sequence: null };
  const event = makeEvent(source, 'webhook.test', { triggered_by: triggeredBy, timestamp: clock.now() });
  const result = await send(
    deps.outbound,
    webhook,
    { eventId: event.id, sequence: null, body: event.body },
    clock,
  );
  await sql.begin(async (tx) => {
    await tx`
      insert into events (id, created_at, account_id, name, body)
      values (${event.id}, to_timestamp(${event.createdAtMs}::bigint / 1000.0), ${accountId}, ${event.name},
        ${event.body})`;
    const [row] = await tx<{ id: number }[]>`
      insert into finished_deliveries (id, account_id, webhook_id, event_id, event_at, event_name, state, attempts,
        created_at, finished_at)
      select nextval(pg_get_serial_sequence('deliveries', 'id')), account_id, ${id}, id, created_at, name,
        ${result.success ? 'delivered' : 'exhausted'}, 1, created_at, to_timestamp(${clock.now()}::bigint / 1000.0)
      from events
      where id = ${event.id} and created_at = to_timestamp(${event.createdAtMs}::bigint / 1000.0)
      returning id`;
    await insertAttempts(tx, [{ deliveryId: row?.id ?? 0, kind: 'test', result }]);
  });
  await deps.noteTest(id, webhook.fingerprint, result.success);
  return result;
}
