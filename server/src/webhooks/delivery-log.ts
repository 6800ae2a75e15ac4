import type { Queries } from '../db/index.ts';

export const deliveryStates = ['pending', 'held', 'delivered', 'exhausted', 'discarded'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export type Delivery = {
  readonly id: number;
  readonly accountId: string;
  readonly webhookId: string;
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
};

export type DeliveryFilter = {
  readonly webhookId: string;
  readonly state?: DeliveryState;
  readonly event?: string;
  readonly sinceMs?: number;
  /** Only those before this one, newest first. */
  readonly before?: number;
  readonly limit: number;
};

const shared = (sql: Queries) => sql`
  id, account_id as "accountId", webhook_id as "webhookId", event_id as "eventId", ms(event_at) as "eventAt",
  event_name as "eventName", session_id as "sessionId", sequence, attempts, ms(created_at) as "createdAt"`;

/** Both the waiting and the finished deliveries of a webhook, newest first. */
export async function listDeliveries(sql: Queries, filter: DeliveryFilter): Promise<Delivery[]> {
  const { webhookId, state, event, sinceMs, before, limit } = filter;
  const wanted = sql`
    webhook_id = ${webhookId}
    ${event === undefined ? sql`` : sql`and event_name = ${event}`}
    ${sinceMs === undefined ? sql`` : sql`and created_at >= to_timestamp(${sinceMs}::bigint / 1000.0)`}
    ${before === undefined ? sql`` : sql`and id < ${before}`}`;
  const waitingState = sql`case when (select webhooks.state from webhooks where webhooks.id = webhook_id) = 'paused'
    then 'held' else 'pending' end`;
  const isWaiting = state === undefined || state === 'pending' || state === 'held';
  const isFinished = state === undefined || !isWaiting || state === undefined;
  return await sql<Delivery[]>`
    select listed.*, (
      select status from attempts where attempts.delivery_id = listed.id order by at desc limit 1
    ) as "lastStatus"
    from (
      select * from (
        select ${shared(sql)}, ${waitingState} as state, ms(due_at) as "dueAt", null::bigint as "finishedAt"
        from deliveries where ${wanted} ${isWaiting ? sql`` : sql`and false`} order by id desc limit ${limit}
      ) as waiting
      where ${state === undefined ? sql`true` : sql`waiting.state = ${state}`}
      union all
      (select ${shared(sql)}, state, null::bigint, ms(finished_at)
      from finished_deliveries
      where ${wanted} ${isFinished ? sql`` : sql`and false`} ${state === undefined ? sql`` : sql`and state = ${state}`}
      order by id desc limit ${limit})
      order by id desc limit ${limit}
    ) as listed`;
}

export async function readDelivery(sql: Queries, id: number, accountId?: string): Promise<Delivery | null> {
  const scope = accountId === undefined ? sql`` : sql`and account_id = ${accountId}`;
  const [found] = await sql<Delivery[]>`
    select ${shared(sql)}, case when (select webhooks.state from webhooks where webhooks.id = webhook_id) = 'paused'
        then 'held' else 'pending' end as state,
      ms(due_at) as "dueAt", null::bigint as "finishedAt", null::integer as "lastStatus"
    from deliveries where id = ${id} ${scope}
    union all
    select ${shared(sql)}, state, null::bigint, ms(finished_at), null::integer
    from finished_deliveries where id = ${id} ${scope}`;
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
};

export async function readAttempts(sql: Queries, deliveryId: number): Promise<Attempt[]> {
  return await sql<Attempt[]>`
    select ms(at) as at, kind, duration_ms as "durationMs", status, stage, problem, body
    from attempts where delivery_id = ${deliveryId} order by attempts.at`;
}

export async function readEventBody(sql: Queries, { eventId, eventAt }: Delivery): Promise<string | null> {
  const [row] = await sql<{ body: string }[]>`
    select body from events
    where id = ${eventId}
      and created_at between to_timestamp((${eventAt}::bigint - 1) / 1000.0) and to_timestamp((${eventAt}::bigint + 1) / 1000.0)`;
  return row?.body ?? null;
}

const finishedColumns = (sql: Queries) => sql`
  (id, account_id, webhook_id, event_id, event_at, event_name, session_id, sequence, state, attempts, created_at,
    finished_at)`;

/** Moves a waiting delivery to its end; false where it is being sent right now, or no longer waits. */
export async function finishWaiting(
  sql: Queries,
  id: number,
  state: 'delivered' | 'discarded',
  nowMs: number,
): Promise<boolean> {
  const moved = await sql`
    with gone as (
      delete from deliveries
      where id = ${id} and (leased_until is null or leased_until <= to_timestamp(${nowMs}::bigint / 1000.0))
      returning *
    )
    insert into finished_deliveries ${finishedColumns(sql)}
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
  /** How long the longest-waiting one has been due; 0 where none is. */
  readonly oldestDueMs: number;
};

export async function countWaitingDeliveries(sql: Queries, nowMs: number): Promise<WaitingCount[]> {
  return await sql<WaitingCount[]>`
    select webhook_id as "webhookId", state = 'paused' as held, count(*)::int as count,
      greatest(0, ${nowMs}::bigint - ms(min(due_at))) as "oldestDueMs"
    from deliveries join webhooks on webhooks.id = webhook_id group by webhook_id, state`;
}
