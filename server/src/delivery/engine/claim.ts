import type { Queries, Sql } from '../../db/index.ts';
import { type DueDelivery, dueAtMs } from '../../events/index.ts';

/** A delivery that this engine may send until its lease expires. */
export type ClaimedDelivery = {
  readonly id: number;
  /** All deliveries of one claim have the same lease. A later claim has another one. */
  readonly lease: string;
  readonly webhookId: string;
  readonly ownerId: string;
  readonly eventId: string;
  readonly eventAt: number;
  readonly eventName: string;
  readonly sequence: number | null;
  /** Length of the event's body. Null if the event is missing: a bug, but one that must not block the queue. */
  readonly bytes: number | null;
  /** Null for a long body, too: many of them would not fit into memory, so each is read when it is sent. */
  readonly body: string | null;
  readonly attempts: number;
  readonly dueAtMs: number;
};

const longBytes = 65_536;

/** Active webhooks that have something due. Reads one row per webhook, not every delivery. */
export async function findDue(sql: Queries, nowMs: number): Promise<readonly DueDelivery[]> {
  return await sql<DueDelivery[]>`
    with recursive first as (
      (select webhook_id, due_at from deliveries order by webhook_id, due_at limit 1)
      union all
      select next.webhook_id, next.due_at from first
      cross join lateral (
        select webhook_id, due_at from deliveries where webhook_id > first.webhook_id
        order by webhook_id, due_at limit 1
      ) as next
    )
    select webhook_id as "webhookId", coalesce(account_id, partner_id) as "ownerId", ${dueAtMs(sql)}
    from first join webhooks on webhooks.id = first.webhook_id
    where due_at <= to_timestamp(${nowMs}::bigint / 1000.0) and webhooks.state = 'active' and deleted_at is null`;
}

/** How many deliveries of one webhook to claim, and from which due time on. */
export type ClaimRange = { readonly slots: number; readonly fromMs: number };

/**
 * Claims due deliveries of some webhooks. Concurrent claims skip each other's rows. The commit does not wait for the
 * disk: if a database crash loses the claim, its deliveries are due again. While an open transaction keeps finished
 * rows from being cleaned up, each claim without `fromMs` would have to skip all of them.
 */
export async function claim(
  sql: Sql,
  ranges: ReadonlyMap<string, ClaimRange>,
  lease: string,
  nowMs: number,
  untilMs: number,
): Promise<ClaimedDelivery[]> {
  const wanted = [...ranges.values()];
  return await sql<ClaimedDelivery[]>`
    with picked as (
      select due.id, coalesce(webhooks.account_id, webhooks.partner_id) as owner_id
      from unnest(${[...ranges.keys()]}::text[], ${wanted.map(({ slots }) => slots)}::integer[],
          ${wanted.map(({ fromMs }) => fromMs)}::bigint[]) as wanted (id, slots, from_ms)
      join webhooks on webhooks.id = wanted.id and webhooks.state = 'active' and webhooks.deleted_at is null
      cross join lateral (
        select id from deliveries
        where webhook_id = wanted.id and due_at >= to_timestamp(wanted.from_ms / 1000.0)
          and due_at <= to_timestamp(${nowMs}::bigint / 1000.0)
          and (leased_until is null or leased_until <= to_timestamp(${nowMs}::bigint / 1000.0))
        order by due_at limit wanted.slots
        for update skip locked
      ) as due
    ), taken as (
      update deliveries set lease = ${lease}, leased_until = to_timestamp(${untilMs}::bigint / 1000.0)
      from picked where deliveries.id = any(array[picked.id])
      returning deliveries.*, picked.owner_id
    )
    select taken.id, lease, webhook_id as "webhookId", owner_id as "ownerId", event_id as "eventId", ms(event_at) as "eventAt",
      event_name as "eventName", taken.sequence, octet_length(events.body) as bytes,
      case when octet_length(events.body) <= ${longBytes} then events.body end as body, attempts, ${dueAtMs(sql)}
    from taken
      cross join (select set_config('synchronous_commit', 'off', true)) as fast_commit
      left join events on events.id = taken.event_id and events.created_at = taken.event_at
    order by taken.id`;
}

export type LeasedDelivery = Pick<ClaimedDelivery, 'id' | 'lease'>;

/** False if it was discarded. The lease does not matter: it may have been renewed meanwhile. */
export async function isWaiting(sql: Queries, { id }: Pick<ClaimedDelivery, 'id'>): Promise<boolean> {
  const [found] = await sql`select from deliveries where id = ${id}`;
  return found !== undefined;
}

export async function extendLeases(
  sql: Queries,
  leased: readonly LeasedDelivery[],
  untilMs: number,
): Promise<void> {
  await sql`
    update deliveries set leased_until = to_timestamp(${untilMs}::bigint / 1000.0)
    from ${leasedRows(sql, leased)} where ${isLeased(sql)}`;
}

/** Releases deliveries that were not finished, so that other engines need not wait for their leases to expire. */
export async function releaseLeases(sql: Queries, leased: readonly LeasedDelivery[]): Promise<void> {
  await sql`
    update deliveries set lease = null, leased_until = null
    from ${leasedRows(sql, leased)} where ${isLeased(sql)}`;
}

/**
 * Joins deliveries with `leased`. With `deliveries.id = leased.id`, PostgreSQL may read all deliveries in the order of
 * their ids, because it assumes that the table is empty. With this form it can only look up each id in the index.
 */
export const isLeased = (sql: Queries) =>
  sql`deliveries.id = any(array[leased.id]) and deliveries.lease = leased.lease`;

const leasedRows = (sql: Queries, leased: readonly LeasedDelivery[]) => sql`
  unnest(${leased.map(({ id }) => id)}::bigint[], ${leased.map(({ lease }) => lease)}::uuid[]) as leased (id, lease)`;

/** Called when the only process of a database starts: leases of a killed process have no owner any more. */
export async function releaseAllLeases(sql: Queries): Promise<void> {
  await sql`update deliveries set lease = null, leased_until = null where lease is not null`;
}

/**
 * After the clock was set back: deliveries due "now" by the old time would otherwise wait until that time comes again.
 * Retries keep their due time, because their delay cannot be distinguished from the clock's error.
 */
export async function adjustToEarlierClock(
  sql: Queries,
  nowMs: number,
  leasedUntilMs: number,
): Promise<void> {
  const at = (ms: number) => sql`to_timestamp(${ms}::bigint / 1000.0)`;
  await sql`update deliveries set due_at = ${at(nowMs)} where attempts = 0 and due_at > ${at(nowMs)}`;
  await sql`update deliveries set leased_until = ${at(leasedUntilMs)} where leased_until > ${at(leasedUntilMs)}`;
}
