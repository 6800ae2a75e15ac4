import type { Fragment, Queries } from '../../db/index.ts';

export type DeliveryState = 'pending' | 'held' | 'delivered' | 'exhausted' | 'discarded';

export type Delivery = {
  readonly id: number;
  readonly accountId: string;
  readonly webhookId: string;
  readonly webhookName: string;
  readonly eventId: string;
  readonly eventAt: number;
  readonly eventName: string;
  readonly sessionId: string | null;
  readonly sequence: number | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly dueAt: number | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  readonly lastStatus: number | null;
  /** How long the last attempt took. */
  readonly lastMs: number | null;
};

const shared = (sql: Queries) => sql`
  id, account_id as "accountId", webhook_id as "webhookId",
  (select name from webhooks where webhooks.id = webhook_id) as "webhookName", event_id as "eventId",
  ms(event_at) as "eventAt", event_name as "eventName", session_id as "sessionId", sequence, attempts, ms(created_at) as "createdAt"`;

export const waitingColumns = (sql: Queries) => sql`
  ${shared(sql)}, case when (select webhooks.state from webhooks where webhooks.id = webhook_id) = 'paused'
    then 'held' else 'pending' end as state, ms(due_at) as "dueAt", null::bigint as "finishedAt",
  null::timestamptz as success_at, null::integer as success_status, null::integer as success_ms`;
export const finishedColumns = (sql: Queries) => sql`
  ${shared(sql)}, state, null::bigint as "dueAt", ms(finished_at) as "finishedAt", success_at, success_status, success_ms`;

export type DeliveryRow = Omit<Delivery, 'lastStatus' | 'lastMs'> & {
  readonly success_at: Date | null;
  readonly success_status: number | null;
  readonly success_ms: number | null;
};

/** Adds the last answer and the attempts, which include replays. A success may be in both tables: it is one attempt. */
export async function withAttempts(sql: Queries, rows: readonly DeliveryRow[]): Promise<Delivery[]> {
  const attempts = await sql<{ id: number; count: number; status: number | null; ms: number | null }[]>`
    select id, count(*)::int as count, (array_agg(status order by at desc))[1] as status,
      (array_agg(duration_ms order by at desc))[1] as ms
    from (
      select delivery_id as id, at, status, duration_ms from attempts
      where delivery_id = any(${rows.map(({ id }) => id)}::bigint[])
      union
      select id, to_timestamp(ms / 1000.0), status, took from unnest(
        ${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ success_at: at }) => at?.getTime() ?? null)}::bigint[],
        ${rows.map(({ success_status: status }) => status)}::integer[],
        ${rows.map(({ success_ms: ms }) => ms)}::integer[]
      ) as success (id, ms, status, took) where ms is not null
    ) as every group by id`;
  const byId = new Map(attempts.map((row) => [row.id, row]));
  return rows.map(({ success_at: _at, success_status: _status, success_ms: _ms, ...row }) => {
    const counted = byId.get(row.id);
    const attempts = Math.max(row.attempts, counted?.count ?? 0);
    return { ...row, attempts, lastStatus: counted?.status ?? null, lastMs: counted?.ms ?? null };
  });
}

/** A delivery of one of the account's own webhooks. Deliveries to partners do not exist for the account. */
export const readDelivery = (sql: Queries, accountId: string, id: number): Promise<Delivery | null> =>
  readDeliveryWhere(sql, id, isOfAccount(sql, accountId));

export const isOfAccount = (sql: Queries, accountId: string): Fragment => sql`
  exists (select from webhooks where webhooks.id = webhook_id and webhooks.account_id = ${accountId})`;

/** For the operator. */
export const readPartnerDelivery = (sql: Queries, partnerId: string, id: number): Promise<Delivery | null> =>
  readDeliveryWhere(
    sql,
    id,
    sql`exists (select from webhooks where webhooks.id = webhook_id and webhooks.partner_id = ${partnerId})`,
  );

async function readDeliveryWhere(sql: Queries, id: number, condition: Fragment): Promise<Delivery | null> {
  const found = await sql<DeliveryRow[]>`
    select ${waitingColumns(sql)} from deliveries where id = ${id} and ${condition}
    union all
    select ${finishedColumns(sql)} from finished_deliveries where id = ${id} and ${condition}`;
  const [delivery] = await withAttempts(sql, found);
  return delivery ?? null;
}

export type Attempt = {
  readonly at: number;
  readonly kind: 'scheduled' | 'replay' | 'test';
  readonly durationMs: number;
  readonly status: number | null;
  readonly stage: string | null;
  readonly problem: string | null;
  readonly body: Buffer | null;
  /** Null if an older version made the attempt. */
  readonly headers: string | null;
};

export async function readAttempts(sql: Queries, deliveryId: number): Promise<Attempt[]> {
  return await sql<Attempt[]>`
    select ms(at) as at, kind, duration_ms as "durationMs", status, stage, problem, body, headers from (
      select at, kind, duration_ms, status, stage, problem, body, headers from attempts where delivery_id = ${deliveryId}
      union
      select success_at, 'scheduled', success_ms, success_status, null, null, success_body, success_headers
      from finished_deliveries where id = ${deliveryId} and success_at is not null
    ) as every order by every.at`;
}

export async function markDelivered(sql: Queries, id: number): Promise<void> {
  await sql`update finished_deliveries set state = 'delivered' where id = ${id}`;
}

export type WaitingCount = {
  readonly webhookId: string;
  readonly held: boolean;
  readonly count: number;
  /** How long the oldest due delivery has been due; 0 if none is. */
  readonly oldestDueMs: number;
};

export async function countWaitingDeliveries(sql: Queries, nowMs: number): Promise<WaitingCount[]> {
  return await sql<WaitingCount[]>`
    select webhook_id as "webhookId", state = 'paused' as held, count(*)::int as count,
      greatest(0, ${nowMs}::bigint - ms(min(due_at))) as "oldestDueMs"
    from deliveries join webhooks on webhooks.id = webhook_id group by webhook_id, state`;
}
