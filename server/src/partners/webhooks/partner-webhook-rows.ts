import type { Queries } from '../../db/index.ts';
import { finishWaiting } from '../../delivery/index.ts';
import { columns, type WebhookRow } from '../../webhooks/index.ts';

/** The one webhook of a partner. Null if it has been deleted. */
export async function findPartnerWebhook(
  sql: Queries,
  partnerId: string,
): Promise<Pick<WebhookRow, 'id' | 'state'> | null> {
  const [row] = await sql<Pick<WebhookRow, 'id' | 'state'>[]>`
    select id, state from webhooks where partner_id = ${partnerId} and deleted_at is null`;
  return row ?? null;
}

/**
 * Discards all deliveries of one account that wait for a partner's webhook, including those that are being sent: the
 * engine finds their leases gone and does not send them any more. Returns how many there were.
 */
export async function discardForAccount(
  tx: Queries,
  { webhookId, accountId }: { readonly webhookId: string; readonly accountId: string },
  nowMs: number,
): Promise<number> {
  const chosen = tx`
    select id from deliveries where webhook_id = ${webhookId} and account_id = ${accountId} order by id for update`;
  return await finishWaiting(tx, 'discarded', chosen, nowMs);
}

export type NewPartnerWebhook = Pick<
  WebhookRow,
  'id' | 'name' | 'url' | 'headersSealed' | 'headersId' | 'secretSealed' | 'secretId'
> & { readonly partnerId: string };

export async function insert(tx: Queries, row: NewPartnerWebhook): Promise<void> {
  await tx`
    insert into webhooks (id, partner_id, name, url, headers_sealed, headers_id, secret_sealed, secret_id)
    values (${row.id}, ${row.partnerId}, ${row.name}, ${row.url}, ${row.headersSealed}, ${row.headersId},
      ${row.secretSealed}, ${row.secretId})`;
}

/** Reads a partner's webhook for a change. Not "for update", as with webhooks of accounts. */
export async function lock(tx: Queries, partnerId: string): Promise<WebhookRow | null> {
  const [row] = await tx<WebhookRow[]>`
    select ${columns(tx)} from webhooks where partner_id = ${partnerId} and deleted_at is null
    for no key update`;
  return row ?? null;
}

export const read = (sql: Queries, partnerIds: readonly string[]): Promise<WebhookRow[]> => sql<WebhookRow[]>`
  select ${columns(sql)} from webhooks
  where partner_id = any(${[...partnerIds]}::text[]) and deleted_at is null`;

export async function readSecretId(sql: Queries, partnerId: string): Promise<string | null> {
  const [row] = await sql<{ secretId: string | null }[]>`
    select secret_id as "secretId" from webhooks where partner_id = ${partnerId} and deleted_at is null`;
  return row?.secretId ?? null;
}

/** The row stays for the log. */
export async function remove(tx: Queries, id: string): Promise<void> {
  await tx`
    update webhooks set deleted_at = now(), secret_sealed = null, old_secret_sealed = null, headers_sealed = null
    where id = ${id}`;
}

/** Discards the deliveries of an account's avatars that wait for a partner, except those named. Returns how many. */
export async function discardOtherAvatars(
  tx: Queries,
  grant: { readonly partnerId: string; readonly accountId: string; readonly avatarIds: readonly number[] },
  nowMs: number,
): Promise<number> {
  const chosen = tx`
    select deliveries.id from deliveries
      join webhooks on webhooks.id = webhook_id
      join events on events.id = event_id and events.created_at = event_at
    where webhooks.partner_id = ${grant.partnerId} and webhooks.deleted_at is null
      and deliveries.account_id = ${grant.accountId}
      and events.avatar_id <> all(${[...grant.avatarIds]}::bigint[])
    order by deliveries.id for update of deliveries`;
  return await finishWaiting(tx, 'discarded', chosen, nowMs);
}
