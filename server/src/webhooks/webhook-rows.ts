import type { WebhookEventName } from '@parley/protocol';
import type { Queries } from '../db/index.ts';
import type { PauseReason } from './webhook.ts';

export type WebhookRow = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly url: string;
  readonly headersSealed: string | null;
  readonly headersId: string;
  readonly secretSealed: string | null;
  readonly secretId: string | null;
  readonly oldSecretSealed: string | null;
  readonly oldSecretUntil: Date | null;
  readonly events: readonly WebhookEventName[] | null;
  readonly state: 'active' | 'paused';
  readonly failures: number;
  readonly pausedAt: Date | null;
  readonly pauseReason: PauseReason | null;
  readonly testPassedAt: Date | null;
  readonly testFingerprint: string | null;
  readonly createdAt: Date;
};

const columns = (sql: Queries) => sql`
  id, account_id as "accountId", name, url, headers_sealed as "headersSealed", headers_id as "headersId",
  secret_sealed as "secretSealed", secret_id as "secretId", old_secret_sealed as "oldSecretSealed",
  old_secret_until as "oldSecretUntil", events, state, failures, paused_at as "pausedAt", pause_reason as "pauseReason", test_passed_at as "testPassedAt",
  test_fingerprint as "testFingerprint", created_at as "createdAt"`;

const scopedTo = (sql: Queries, accountId: string | undefined) =>
  accountId === undefined ? sql`` : sql`and account_id = ${accountId}`;

export type NewWebhook = Pick<
  WebhookRow,
  'id' | 'accountId' | 'name' | 'url' | 'headersSealed' | 'headersId' | 'secretSealed' | 'secretId' | 'events'
>;

export async function insert(sql: Queries, row: NewWebhook): Promise<WebhookRow | null> {
  const [made] = await sql<WebhookRow[]>`
    insert into webhooks (id, account_id, name, url, headers_sealed, headers_id, secret_sealed, secret_id, events)
    select ${row.id}, accounts.id, ${row.name}, ${row.url}, ${row.headersSealed}, ${row.headersId},
      ${row.secretSealed}, ${row.secretId}, ${row.events && [...row.events]}::text[]
    from accounts where accounts.id = ${row.accountId}
    returning ${columns(sql)}`;
  return made ?? null;
}

export async function read(sql: Queries, id: string, accountId?: string): Promise<WebhookRow | null> {
  const [row] = await sql<WebhookRow[]>`
    select ${columns(sql)} from webhooks where id = ${id} and deleted_at is null ${scopedTo(sql, accountId)}`;
  return row ?? null;
}

export async function list(sql: Queries, accountId: string): Promise<WebhookRow[]> {
  return await sql<WebhookRow[]>`
    select ${columns(sql)} from webhooks where account_id = ${accountId} and deleted_at is null
    order by created_at, id`;
}

/** How many wait per webhook; counting stops where the number no longer tells anything. */
export async function countWaiting(sql: Queries, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ id: string; count: number }[]>`
    select wanted.id, counted.count from unnest(${[...ids]}::text[]) as wanted (id)
    cross join lateral (
      select count(*)::int as count from (select from deliveries where webhook_id = wanted.id limit 100000) as counted_rows
    ) as counted`;
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export type WebhookChange = Partial<
  Pick<WebhookRow, 'name' | 'url' | 'headersSealed' | 'headersId' | 'events'>
>;

export async function update(sql: Queries, id: string, change: WebhookChange, accountId?: string) {
  const names: Record<keyof WebhookChange, string> = {
    name: 'name',
    url: 'url',
    headersSealed: 'headers_sealed',
    headersId: 'headers_id',
    events: 'events',
  };
  const values = Object.fromEntries(
    Object.entries(change)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [names[key as keyof WebhookChange], value]),
  );
  const [row] = await sql<WebhookRow[]>`
    update webhooks set ${sql({ ...values, updated_at: new Date() })}
    where id = ${id} and deleted_at is null ${scopedTo(sql, accountId)}
    returning ${columns(sql)}`;
  return row ?? null;
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

export type Rotation = Pick<WebhookRow, 'secretSealed' | 'secretId' | 'oldSecretSealed' | 'oldSecretUntil'>;

/** Null where the secret is no longer the one that was read. */
export async function rotate(sql: Queries, before: WebhookRow, change: Rotation): Promise<WebhookRow | null> {
  const [row] = await sql<WebhookRow[]>`
    update webhooks set secret_sealed = ${change.secretSealed}, secret_id = ${change.secretId},
      old_secret_sealed = ${change.oldSecretSealed}, old_secret_until = ${change.oldSecretUntil}, updated_at = now()
    where id = ${before.id} and deleted_at is null and secret_id is not distinct from ${before.secretId}
    returning ${columns(sql)}`;
  return row ?? null;
}

/** Null if the webhook is not active, or does not exist. */
export async function pause(
  sql: Queries,
  id: string,
  nowMs: number,
  accountId?: string,
): Promise<WebhookRow | null> {
  const [row] = await sql<WebhookRow[]>`
    update webhooks set state = 'paused', pause_reason = 'manual', paused_at = to_timestamp(${nowMs}::bigint / 1000.0)
    where id = ${id} and deleted_at is null and state = 'active' ${scopedTo(sql, accountId)}
    returning ${columns(sql)}`;
  return row ?? null;
}

/** The count begins anew. Null where URL, secret, headers or the reason of the pause are no longer those that were read. */
export async function enable(sql: Queries, before: WebhookRow): Promise<WebhookRow | null> {
  const [row] = await sql<WebhookRow[]>`
    update webhooks set state = 'active', failures = 0, paused_at = null, pause_reason = null
    where id = ${before.id} and deleted_at is null and url = ${before.url} and headers_id = ${before.headersId}
      and secret_id is not distinct from ${before.secretId}
      and pause_reason is not distinct from ${before.pauseReason}
    returning ${columns(sql)}`;
  return row ?? null;
}

/** The row stays for the log; avatars let go of it, and what waited for it is discarded. Gives how many those were. */
export async function remove(tx: Queries, id: string, nowMs: number): Promise<number> {
  await tx`
    update webhooks set deleted_at = now(), secret_sealed = null, old_secret_sealed = null, headers_sealed = null
    where id = ${id}`;
  await tx`update avatars set webhook_id = null where webhook_id = ${id}`;
  return await discardWaiting(tx, [id], nowMs);
}

/** An event that was written in the very moment in which its webhook was deleted would wait for ever. */
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

async function discardWaiting(sql: Queries, ids: readonly string[], nowMs: number): Promise<number> {
  const discarded = await sql`
    with gone as (delete from deliveries where webhook_id = any(${[...ids]}::text[]) returning *)
    insert into finished_deliveries (id, account_id, webhook_id, event_id, event_at, event_name, session_id, sequence,
      state, attempts, created_at, finished_at)
    select id, account_id, webhook_id, event_id, event_at, event_name, session_id, sequence, 'discarded', attempts,
      created_at, to_timestamp(${nowMs}::bigint / 1000.0)
    from gone`;
  return discarded.count;
}

export type SealedParts = Pick<WebhookRow, 'secretSealed' | 'oldSecretSealed' | 'headersSealed'>;

export async function readSealed(sql: Queries): Promise<(SealedParts & { id: string })[]> {
  return await sql<(SealedParts & { id: string })[]>`
    select id, secret_sealed as "secretSealed", old_secret_sealed as "oldSecretSealed",
      headers_sealed as "headersSealed"
    from webhooks where coalesce(secret_sealed, old_secret_sealed, headers_sealed) is not null`;
}

/** Leaves alone what somebody has changed since it was read. */
export async function replaceSealed(
  sql: Queries,
  before: SealedParts & { id: string },
  after: SealedParts,
): Promise<void> {
  await sql`
    update webhooks set secret_sealed = ${after.secretSealed}, old_secret_sealed = ${after.oldSecretSealed},
      headers_sealed = ${after.headersSealed}
    where id = ${before.id} and secret_sealed is not distinct from ${before.secretSealed}
      and old_secret_sealed is not distinct from ${before.oldSecretSealed}
      and headers_sealed is not distinct from ${before.headersSealed}`;
}
