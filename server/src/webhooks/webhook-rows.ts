import type { WebhookEventName } from '@parley/protocol';
import {
  type Fragment,
  type Listed,
  newestFirst,
  type Queries,
  type TimePage,
  timePosition,
} from '../db/index.ts';
import { discardWaiting } from '../delivery/index.ts';

/** Tells processes to read a webhook again. The message is its id. */
export const webhookTopic = 'webhook';

/** Why a webhook is paused: twenty failed attempts in a row, or a person. */
export type PauseReason = 'failures' | 'manual';

export type WebhookRow = {
  readonly id: string;
  /** The account or the partner that owns it. */
  readonly ownerId: string;
  /** Null if an account owns it. */
  readonly partnerId: string | null;
  readonly name: string;
  readonly url: string;
  readonly headersSealed: string | null;
  readonly headersId: string;
  readonly secretSealed: string | null;
  readonly secretId: string | null;
  readonly oldSecretSealed: string | null;
  readonly oldSecretUntil: Date | null;
  /** The events it receives. Null means every event. */
  readonly events: readonly WebhookEventName[] | null;
  readonly state: 'active' | 'paused';
  /** Failed attempts in a row. */
  readonly failures: number;
  readonly pausedAt: Date | null;
  readonly pauseReason: PauseReason | null;
  readonly testPassedAt: Date | null;
  readonly testFingerprint: string | null;
  /** Counted up by each change that a person makes. Failed attempts, automatic pauses and tests do not count. */
  readonly version: number;
  readonly createdAt: Date;
};

export const columns = (sql: Queries) => sql`
  id, coalesce(account_id, partner_id) as "ownerId", partner_id as "partnerId", name, url, headers_sealed as "headersSealed", headers_id as "headersId",
  secret_sealed as "secretSealed", secret_id as "secretId", old_secret_sealed as "oldSecretSealed",
  old_secret_until as "oldSecretUntil", events, state, failures, paused_at as "pausedAt",
  pause_reason as "pauseReason", test_passed_at as "testPassedAt",
  test_fingerprint as "testFingerprint", version, created_at as "createdAt"`;

export type NewWebhook = Pick<
  WebhookRow,
  'id' | 'name' | 'url' | 'headersSealed' | 'headersId' | 'secretSealed' | 'secretId' | 'events'
> & { readonly accountId: string };

export async function insert(sql: Queries, row: NewWebhook): Promise<WebhookRow | null> {
  const [inserted] = await sql<WebhookRow[]>`
    insert into webhooks (id, account_id, name, url, headers_sealed, headers_id, secret_sealed, secret_id, events)
    select ${row.id}, accounts.id, ${row.name}, ${row.url}, ${row.headersSealed}, ${row.headersId},
      ${row.secretSealed}, ${row.secretId}, ${row.events && [...row.events]}::text[]
    from accounts where accounts.id = ${row.accountId}
    returning ${columns(sql)}`;
  return inserted ?? null;
}

export async function read(sql: Queries, accountId: string, id: string): Promise<WebhookRow | null> {
  const [row] = await sql<WebhookRow[]>`
    select ${columns(sql)} from webhooks where id = ${id} and account_id = ${accountId} and deleted_at is null`;
  return row ?? null;
}

/** For sending, which knows only the webhook's id. */
export async function readAny(sql: Queries, id: string): Promise<WebhookRow | null> {
  const [row] = await sql<WebhookRow[]>`
    select ${columns(sql)} from webhooks where id = ${id} and deleted_at is null`;
  return row ?? null;
}

/**
 * Reads a webhook for a change. No other transaction can change it before the end of this one. Not "for update":
 * avatars refer to the row and must still be written meanwhile.
 */
export async function lock(tx: Queries, accountId: string, id: string): Promise<WebhookRow | null> {
  const [row] = await tx<WebhookRow[]>`
    select ${columns(tx)} from webhooks where id = ${id} and account_id = ${accountId} and deleted_at is null
    for no key update`;
  return row ?? null;
}

/** Newest first. */
export const list = (sql: Queries, accountId: string, page: TimePage): Promise<Listed<WebhookRow>[]> =>
  sql<Listed<WebhookRow>[]>`
    select ${columns(sql)}, ${timePosition(sql)} as position
    from webhooks where account_id = ${accountId} and deleted_at is null ${newestFirst(sql, page)}`;

/** How many deliveries wait per webhook; counting stops where the exact number no longer matters. */
export async function countWaiting(sql: Queries, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ id: string; count: number }[]>`
    select wanted.id, counted.count from unnest(${[...ids]}::text[]) as wanted (id)
    cross join lateral (
      select count(*)::int as count from (select from deliveries where webhook_id = wanted.id limit 100000) as counted_rows
    ) as counted`;
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Fields that are left out stay as they are. */
export type WebhookFields = Partial<
  Pick<WebhookRow, 'name' | 'url' | 'headersSealed' | 'headersId' | 'events'>
>;

export function update(tx: Queries, id: string, fields: WebhookFields): Promise<WebhookRow> {
  const { name = null, url = null, headersSealed = null, headersId = null, events = null } = fields;
  return write(
    tx,
    id,
    tx`
      name = coalesce(${name}, name), url = coalesce(${url}, url),
      headers_sealed = coalesce(${headersSealed}, headers_sealed), headers_id = coalesce(${headersId}, headers_id),
      events = case when ${fields.events === undefined} then events else ${events && [...events]}::text[] end`,
  );
}

export type Rotation = Pick<WebhookRow, 'secretSealed' | 'secretId' | 'oldSecretSealed' | 'oldSecretUntil'>;

export const rotate = (tx: Queries, id: string, secrets: Rotation): Promise<WebhookRow> =>
  write(
    tx,
    id,
    tx`
      secret_sealed = ${secrets.secretSealed}, secret_id = ${secrets.secretId},
      old_secret_sealed = ${secrets.oldSecretSealed}, old_secret_until = ${secrets.oldSecretUntil}`,
  );

export const pause = (tx: Queries, id: string, nowMs: number): Promise<WebhookRow> =>
  write(
    tx,
    id,
    tx`state = 'paused', pause_reason = 'manual', paused_at = to_timestamp(${nowMs}::bigint / 1000.0)`,
  );

/** The count of failures begins anew. What waits is due now, including deliveries that failed before. */
export async function enable(tx: Queries, id: string, nowMs: number): Promise<WebhookRow> {
  await makeDue(tx, id, nowMs);
  return await write(tx, id, tx`state = 'active', failures = 0, paused_at = null, pause_reason = null`);
}

/** Rows that others lock are being sent, discarded or finished. Waiting for them could end in a deadlock. */
async function makeDue(tx: Queries, id: string, nowMs: number): Promise<void> {
  await tx`
    with later as (
      select id from deliveries where webhook_id = ${id} and due_at > to_timestamp(${nowMs}::bigint / 1000.0)
      for update skip locked
    )
    update deliveries set due_at = to_timestamp(${nowMs}::bigint / 1000.0)
    from later where deliveries.id = any(array[later.id])`;
}

/** Writes to a locked row. Only what people change counts as a version: neither failures nor tests do. */
async function write(tx: Queries, id: string, columnsToSet: Fragment): Promise<WebhookRow> {
  const [row] = await tx<WebhookRow[]>`
    update webhooks set ${columnsToSet}, version = version + 1, updated_at = now() where id = ${id}
    returning ${columns(tx)}`;
  if (row === undefined) throw new Error('a locked webhook is gone');
  return row;
}

export async function notePassedTest(
  sql: Queries,
  id: string,
  fingerprint: string,
  nowMs: number,
): Promise<void> {
  await sql`
    update webhooks set test_passed_at = to_timestamp(${nowMs}::bigint / 1000.0), test_fingerprint = ${fingerprint}
    where id = ${id}`;
}

/** The row stays for the log. It is removed from avatars, and waiting deliveries are discarded. Returns how many. */
export async function remove(tx: Queries, { id, ownerId }: WebhookRow, nowMs: number): Promise<number> {
  await tx`
    update webhooks set deleted_at = now(), secret_sealed = null, old_secret_sealed = null, headers_sealed = null
    where id = ${id}`;
  // The webhook is locked, so no avatar can begin to refer to it. Avatars are locked before their account, as in every
  // change of an avatar.
  await tx`select from avatars where webhook_id = ${id} order by id for no key update`;
  const [account] = await tx<{ version: number }[]>`
    update accounts set avatars_version = avatars_version + 1 where id = ${ownerId}
    returning avatars_version as version`;
  await tx`
    update avatars set webhook_id = null, version = ${account?.version ?? 0} where webhook_id = ${id}`;
  return await discardWaiting(tx, [id], nowMs);
}

export type SealedParts = Pick<WebhookRow, 'secretSealed' | 'oldSecretSealed' | 'headersSealed'>;
