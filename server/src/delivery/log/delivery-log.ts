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

/** Adds the last answer and the attempts, which include replays. */
const withAttempts = (sql: Queries, deliveries: Fragment) => sql<Delivery[]>`
  select found.id, "accountId", "webhookId", "webhookName", "eventId", "eventAt", "eventName", "sessionId", sequence, state, "dueAt",
    "createdAt", "finishedAt", greatest(attempts, made.count) as attempts, made.status as "lastStatus",
    made.ms as "lastMs"
  from (${deliveries}) as found
    cross join lateral (
      select count(*)::int as count, (array_agg(status order by at desc))[1] as status,
        (array_agg(duration_ms order by at desc))[1] as ms
      from (
        select at, status, duration_ms from attempts where delivery_id = found.id
        union select success_at, success_status, success_ms where success_at is not null
      ) as every
    ) as made
  order by found.id desc`;

/** A delivery of one of the account's own webhooks. Deliveries to partners do not exist for the account. */
export const readDelivery = (sql: Queries, accountId: string, id: number): Promise<Delivery | null> =>
  readDeliveryWhere(sql, id, ofAccountsOwn(sql, accountId));

export const ofAccountsOwn = (sql: Queries, accountId: string): Fragment => sql`
  exists (select from webhooks where webhooks.id = webhook_id and webhooks.account_id = ${accountId})`;

/** For the operator. */
export const readPartnerDelivery = (sql: Queries, partnerId: string, id: number): Promise<Delivery | null> =>
  readDeliveryWhere(
    sql,
    id,
    sql`exists (select from webhooks where webhooks.id = webhook_id and webhooks.partner_id = ${partnerId})`,
  );

async function readDeliveryWhere(sql: Queries, id: number, condition: Fragment): Promise<Delivery | null> {
  const [found] = await withAttempts(
    sql,
    sql`
      select ${waitingColumns(sql)} from deliveries where id = ${id} and ${condition}
      union all
      select ${finishedColumns(sql)} from finished_deliveries where id = ${id} and ${condition}`,
  );
  return found ?? null;
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

/** Marks a waiting delivery as delivered. False if it is not waiting any more. */
export const deliverWaiting = (sql: Queries, id: number, nowMs: number): Promise<boolean> =>
  moveWaiting(sql, id, 'delivered', nowMs, sql``);

/** False if it is being sent right now, or is not waiting any more. */
export const discardDelivery = (sql: Queries, id: number, nowMs: number): Promise<boolean> =>
  moveWaiting(
    sql,
    id,
    'discarded',
    nowMs,
    sql`and (leased_until is null or leased_until <= to_timestamp(${nowMs}::bigint / 1000.0))`,
  );

async function moveWaiting(
  sql: Queries,
  id: number,
  state: 'delivered' | 'discarded',
  nowMs: number,
  condition: Fragment,
): Promise<boolean> {
  const moved = await sql`
    with gone as (delete from deliveries where id = ${id} ${condition} returning *)
    insert into finished_deliveries (id, account_id, webhook_id, event_id, event_at, event_name, session_id, sequence,
      state, attempts, created_at, finished_at)
    select id, account_id, webhook_id, event_id, event_at, event_name, session_id, sequence, ${state}, attempts,
      created_at, to_timestamp(${nowMs}::bigint / 1000.0)
    from gone`;
  return moved.count === 1;
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
