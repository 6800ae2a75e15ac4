import type { Fragment, Queries, Sql } from '../../db/index.ts';
import { movedColumns } from '../log/finish-waiting.ts';
import { countAttempts } from '../pausing/pause-rule.ts';
import { enqueuePausedMails, type PausedMails } from '../pausing/webhook-paused-mails.ts';
import { insertAttempts } from '../sending/attempt-rows.ts';
import type { AttemptResult } from '../sending/send.ts';
import { isLeased, type LeasedDelivery } from './claim.ts';

/** An attempt that has ended, and what becomes of its delivery. */
export type Outcome = LeasedDelivery & {
  readonly webhookId: string;
  readonly result: AttemptResult;
  /** Null if no further attempt follows. */
  readonly retryAtMs: number | null;
};

export type StoredOutcomes = {
  /** Webhooks that were paused by this batch. */
  readonly paused: readonly string[];
};

/**
 * Writes the outcome of many attempts in one transaction. It may run twice, after a commit whose answer was lost.
 * Deliveries whose lease is gone, or belongs to another process, are left as they are.
 */
export async function complete(
  sql: Sql,
  batch: readonly Outcome[],
  nowMs: number,
  pausedMails: PausedMails = { operatorEmails: [], baseUrl: '' },
): Promise<StoredOutcomes> {
  if (batch.every(({ result }) => result.success) && (await deliverToHealthy(sql, batch)))
    return { paused: [] };
  return await sql.begin(async (tx) => {
    const paused = await countOutcomes(tx, batch, nowMs);
    const failed = batch.filter(({ result }) => !result.success);
    await Promise.all([
      deliverAll(
        tx,
        batch.filter(({ result }) => result.success),
      ),
      ...(failed.length === 0 ? [] : writeFailed(tx, failed)),
      ...(paused.length === 0 ? [] : [enqueuePausedMails(tx, paused, pausedMails)]),
    ]);
    return { paused };
  });
}

const scheduled = ({ id, result }: Outcome) => ({ deliveryId: id, kind: 'scheduled', result }) as const;

const writeFailed = (tx: Queries, failed: readonly Outcome[]): Promise<void>[] => [
  insertAttempts(tx, failed.map(scheduled)),
  exhaust(
    tx,
    failed.filter(({ retryAtMs }) => retryAtMs === null),
  ),
  reschedule(
    tx,
    failed.filter(({ retryAtMs }) => retryAtMs !== null),
  ),
];

/** Returns the webhooks that this batch pauses. Rows of healthy webhooks are read, but not written. */
async function countOutcomes(tx: Queries, batch: readonly Outcome[], nowMs: number): Promise<string[]> {
  const outcomes = Map.groupBy(batch, ({ webhookId }) => webhookId);
  const failing = await readFailing(tx, [...outcomes.keys()]);
  for (const [id, group] of outcomes) if (group.some(({ result }) => !result.success)) failing.add(id);
  if (failing.size === 0) return [];
  // Webhooks before deliveries, and always in the same order, so that concurrent writers cannot deadlock.
  const webhooks = await lockWebhooks(tx, [...failing].sort());
  const leased = await lockLeased(
    tx,
    batch.filter(({ webhookId }) => failing.has(webhookId)),
  );
  const changes = webhooks.map(({ id, failures, paused }) => {
    const mine = outcomes.get(id)?.filter((outcome) => leased.has(outcome.id)) ?? [];
    const after = countAttempts(
      { failures, paused },
      mine.map(({ result }) => result.success),
    );
    const failed = mine.filter(({ result }) => !result.success).length;
    return { id, failures: after.failures, failed, pauses: after.paused && !paused };
  });
  await Promise.all(changes.map((change) => writeHealth(tx, change, nowMs)));
  return changes.filter(({ pauses }) => pauses).map(({ id }) => id);
}

async function readFailing(tx: Queries, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ id: string }[]>`
    select id from webhooks where id = any(${[...ids]}::text[]) and failures > 0`;
  return new Set(rows.map(({ id }) => id));
}

/** Not "for update": new events refer to these rows and must still be written meanwhile. */
function lockWebhooks(tx: Queries, ids: readonly string[]) {
  return tx<{ id: string; failures: number; paused: boolean }[]>`
    select id, failures, state = 'paused' as paused from webhooks where id = any(${[...ids]}::text[])
    order by id for no key update`;
}

async function lockLeased(tx: Queries, batch: readonly Outcome[]): Promise<Set<number>> {
  const rows = await tx<{ id: number }[]>`
    select deliveries.id from deliveries
      join unnest(${batch.map(({ id }) => id)}::bigint[], ${batch.map(({ lease }) => lease)}::uuid[]) as leased (id, lease)
        on ${isLeased(tx)}
    order by deliveries.id for update of deliveries`;
  return new Set(rows.map(({ id }) => id));
}

type HealthChange = {
  readonly id: string;
  /** Failed attempts in a row. */
  readonly failures: number;
  /** Failed attempts of this batch. */
  readonly failed: number;
  readonly pauses: boolean;
};

async function writeHealth(
  tx: Queries,
  { id, failures, failed, pauses }: HealthChange,
  nowMs: number,
): Promise<void> {
  const now = tx`to_timestamp(${nowMs}::bigint / 1000.0)`;
  const countFailed = tx`
    with counted as (
      insert into webhook_hours (webhook_id, hour, delivered, failed, failed_attempts)
      values (${id}, date_bin('1 hour', ${now}, 'epoch'::timestamptz), 0, 0, ${failed})
      on conflict (webhook_id, hour) do update
        set failed_attempts = webhook_hours.failed_attempts + excluded.failed_attempts
    )`;
  await tx`
    ${failed === 0 ? tx`` : countFailed}
    update webhooks set failures = ${failures}
      ${pauses ? tx`, state = 'paused', pause_reason = 'failures', paused_at = ${now}` : tx``}
    where id = ${id}`;
}

/** Successes do not change a webhook without failures. False, and nothing is written, if one has failures. */
async function deliverToHealthy(sql: Queries, batch: readonly Outcome[]): Promise<boolean> {
  const webhookIds = [...new Set(batch.map(({ webhookId }) => webhookId))];
  return await deliver(
    sql,
    batch,
    sql`not exists (select from webhooks where id = any(${webhookIds}::text[]) and failures > 0)`,
  );
}

async function deliverAll(tx: Queries, batch: readonly Outcome[]): Promise<void> {
  if (batch.length > 0) await deliver(tx, batch, tx`true`);
}

/** Deliveries are locked in the order of their ids, so that writers and discards cannot deadlock. */
const inOrder = (batch: readonly Outcome[]): Outcome[] => batch.toSorted((a, b) => a.id - b.id);

/**
 * Does nothing, and is false, unless `where` holds. The attempt is stored with its delivery. If the delivery was finished
 * already, the attempt gets a row of its own. If another process finished the delivery, this is one more attempt. If we
 * did, it is the same attempt, and readers see it once.
 */
async function deliver(tx: Queries, given: readonly Outcome[], where: Fragment): Promise<boolean> {
  const batch = inOrder(given);
  const of = <T>(read: (result: AttemptResult) => T): T[] => batch.map(({ result }) => read(result));
  const [row] = await tx<{ done: boolean; late: number[] | null }[]>`
    with asked as materialized (
      select ${where} as done
    ), ended as materialized (
      select id, lease, to_timestamp(at / 1000.0) as at, duration_ms, status, decode(body, 'base64') as body,
        headers
      from asked, unnest(
        ${batch.map(({ id }) => id)}::bigint[], ${batch.map(({ lease }) => lease)}::uuid[],
        ${of(({ startedAtMs }) => startedAtMs)}::bigint[], ${of(({ durationMs }) => durationMs)}::integer[],
        ${of(({ status }) => status)}::integer[], ${of(({ body }) => body?.toString('base64') ?? null)}::text[],
        ${of(({ headers }) => headers)}::text[]
      ) as row (id, lease, at, duration_ms, status, body, headers)
      where asked.done
    ), gone as (
      delete from deliveries using ended as leased where ${isLeased(tx)}
      returning deliveries.*, leased.at, leased.duration_ms, leased.status, leased.body,
        leased.headers
    ), finished as (
      insert into finished_deliveries (${movedColumns(tx)}, state, attempts, finished_at, success_at, success_ms,
        success_status, success_body, success_headers)
      select ${movedColumns(tx)}, 'delivered', attempts + 1, at + duration_ms * interval '1 ms', at, duration_ms,
        status, body, headers
      from gone
    )
    select done, (select array_agg(id) from ended where id not in (select id from gone)) as late from asked`;
  const late = new Set(row?.late ?? []);
  const attempts = batch.filter(({ id }) => late.has(id));
  if (attempts.length > 0) await insertAttempts(tx, attempts.map(scheduled));
  return row?.done ?? false;
}

async function exhaust(tx: Queries, given: readonly Outcome[]): Promise<void> {
  if (given.length === 0) return;
  const batch = inOrder(given);
  await tx`
    with ended as (
      select id, lease, to_timestamp(at / 1000.0) as at
      from unnest(
        ${batch.map(({ id }) => id)}::bigint[], ${batch.map(({ lease }) => lease)}::uuid[],
        ${batch.map(({ result }) => result.startedAtMs + result.durationMs)}::bigint[]
      ) as row (id, lease, at)
    ), gone as (
      delete from deliveries using ended as leased where ${isLeased(tx)}
      returning deliveries.*, leased.at
    )
    insert into finished_deliveries (${movedColumns(tx)}, state, attempts, finished_at)
    select ${movedColumns(tx)}, 'exhausted', attempts + 1, at from gone`;
}

async function reschedule(tx: Queries, given: readonly Outcome[]): Promise<void> {
  if (given.length === 0) return;
  const batch = inOrder(given);
  await tx`
    update deliveries set attempts = attempts + 1, due_at = to_timestamp(leased.due_at / 1000.0), lease = null,
      leased_until = null
    from unnest(
      ${batch.map(({ id }) => id)}::bigint[], ${batch.map(({ lease }) => lease)}::uuid[],
      ${batch.map(({ retryAtMs }) => retryAtMs)}::bigint[]
    ) as leased (id, lease, due_at)
    where ${isLeased(tx)}`;
}
