import type { Queries, Sql } from '../db/index.ts';
import { countAttempts, type Health } from './health.ts';
import type { AttemptResult } from './send.ts';

/** An attempt that has ended, and what becomes of its delivery. */
export type Completion = {
  readonly id: number;
  readonly webhookId: string;
  readonly result: AttemptResult;
  /** Null where no further attempt follows. */
  readonly retryAtMs: number | null;
};

export type Completed = {
  /** Webhooks that were paused by this batch. */
  readonly paused: readonly string[];
};

/** Writes the outcome of many attempts in one transaction. What another process has taken over is left to it. */
export async function complete(sql: Sql, lease: string, batch: readonly Completion[]): Promise<Completed> {
  return await sql.begin(async (tx) => {
    const counted = await countOutcomes(tx, batch);
    const paused = counted.filter(({ pausedNow }) => pausedNow).map(({ id }) => id);
    await insertAttempts(tx, batch);
    await finish(
      tx,
      lease,
      batch.filter(({ result, retryAtMs }) => result.success || retryAtMs === null),
    );
    await reschedule(
      tx,
      lease,
      batch.filter(({ result, retryAtMs }) => !result.success && retryAtMs !== null),
    );
    if (paused.length > 0) await writeMails(tx, paused);
    return { paused };
  });
}

type Counted = { readonly id: string; readonly pausedNow: boolean };

/** Webhooks in good health are only looked at: their rows are not touched for a success after a success. */
async function countOutcomes(tx: Queries, batch: readonly Completion[]): Promise<Counted[]> {
  const outcomes = Map.groupBy(batch, ({ webhookId }) => webhookId);
  const failing = await tx<{ id: string }[]>`
    select id from webhooks where id = any(${[...outcomes.keys()]}::text[]) and failures > 0`;
  const touched = new Set(failing.map(({ id }) => id));
  for (const [id, group] of outcomes) if (group.some(({ result }) => !result.success)) touched.add(id);
  if (touched.size === 0) return [];
  const rows = await tx<{ id: string; failures: number; paused: boolean }[]>`
    select id, failures, state = 'paused' as paused from webhooks where id = any(${[...touched].sort()}::text[])
    order by id for update`;
  return await Promise.all(
    rows.map(async ({ id, ...before }) => {
      const after = countAttempts(before, outcomes.get(id)?.map(({ result }) => result.success) ?? []);
      await writeHealth(tx, id, after, after.paused && !before.paused);
      return { id, pausedNow: after.paused && !before.paused };
    }),
  );
}

async function writeHealth(tx: Queries, id: string, { failures }: Health, pausedNow: boolean): Promise<void> {
  await tx`
    update webhooks set failures = ${failures}
      ${pausedNow ? tx`, state = 'paused', paused_at = now()` : tx``}
    where id = ${id}`;
}

async function insertAttempts(tx: Queries, batch: readonly Completion[]): Promise<void> {
  await insertAttemptRows(
    tx,
    batch.map(({ id, result }) => ({ deliveryId: id, kind: 'scheduled', result })),
  );
}

export type AttemptRow = {
  readonly deliveryId: number;
  readonly kind: 'scheduled' | 'replay' | 'test';
  readonly result: AttemptResult;
};

export async function insertAttemptRows(tx: Queries, rows: readonly AttemptRow[]): Promise<void> {
  const of = <T>(read: (result: AttemptResult) => T): T[] => rows.map(({ result }) => read(result));
  await tx`
    insert into attempts (delivery_id, at, kind, duration_ms, status, stage, problem, body)
    select delivery_id, to_timestamp(at / 1000.0), kind, duration_ms, status, stage, problem, decode(body, 'base64')
    from unnest(
      ${rows.map(({ deliveryId }) => deliveryId)}::bigint[], ${of(({ startedAtMs }) => startedAtMs)}::float8[],
      ${rows.map(({ kind }) => kind)}::text[], ${of(({ durationMs }) => Math.round(durationMs))}::integer[],
      ${of(({ status }) => status)}::integer[], ${of(({ stage }) => stage)}::text[],
      ${of(({ problem }) => problem)}::text[], ${of(({ body }) => body?.toString('base64') ?? null)}::text[]
    ) as row (delivery_id, at, kind, duration_ms, status, stage, problem, body)
    on conflict do nothing`;
}

async function finish(tx: Queries, lease: string, batch: readonly Completion[]): Promise<void> {
  if (batch.length === 0) return;
  await tx`
    with ended as (
      select id, state, to_timestamp(at / 1000.0) as at
      from unnest(
        ${batch.map(({ id }) => id)}::bigint[],
        ${batch.map(({ result }) => (result.success ? 'delivered' : 'exhausted'))}::text[],
        ${batch.map(({ result }) => result.startedAtMs + result.durationMs)}::float8[]
      ) as row (id, state, at)
    ), gone as (
      delete from deliveries using ended where deliveries.id = ended.id and deliveries.lease = ${lease}
      returning deliveries.*, ended.state, ended.at
    )
    insert into finished_deliveries (id, account_id, webhook_id, event_id, event_at, event_name, session_id, sequence,
      state, attempts, created_at, finished_at)
    select id, account_id, webhook_id, event_id, event_at, event_name, session_id, sequence, state, attempts + 1,
      created_at, at
    from gone`;
}

async function reschedule(tx: Queries, lease: string, batch: readonly Completion[]): Promise<void> {
  if (batch.length === 0) return;
  await tx`
    update deliveries set attempts = attempts + 1, due_at = to_timestamp(row.due_at / 1000.0), lease = null,
      leased_until = null
    from unnest(${batch.map(({ id }) => id)}::bigint[], ${batch.map(({ retryAtMs }) => retryAtMs)}::bigint[])
      as row (id, due_at)
    where deliveries.id = row.id and deliveries.lease = ${lease}`;
}

/** One letter per pause, to each owner of the account. */
async function writeMails(tx: Queries, webhookIds: readonly string[]): Promise<void> {
  await tx`
    insert into mails (account_id, recipient, subject, body)
    select webhooks.account_id, people.email, 'Webhook "' || webhooks.name || '" is paused',
      'The last 20 attempts to deliver events to ' || webhooks.url || ' failed, so this webhook is paused. New events '
      || 'are held, none is lost. Mend the receiver, test the webhook and enable it again: what is held is then '
      || 'delivered by itself.'
    from webhooks
      join members on members.account_id = webhooks.account_id and members.role = 'owner'
      join people on people.id = members.person_id
    where webhooks.id = any(${[...webhookIds]}::text[])`;
}
