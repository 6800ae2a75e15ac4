import type { Queries, Sql } from '../db/index.ts';

/** A delivery that may be sent until its lease runs out. */
export type Claimed = {
  readonly id: number;
  /** One for all that was claimed together; whoever claims the delivery later has another. */
  readonly lease: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventAt: number;
  readonly eventName: string;
  readonly sequence: number | null;
  /** How long the event's bytes are; null where it is missing, which should not be, but must not block the row. */
  readonly bytes: number | null;
  /** Null also where it is long: many long ones together would not fit into memory, so they are read one by one. */
  readonly body: string | null;
  readonly attempts: number;
};

const longBytes = 65_536;

/** The active webhooks that have something due, without looking at each of their deliveries. */
export async function findDue(sql: Queries, nowMs: number): Promise<string[]> {
  const found = await sql<{ webhookId: string }[]>`
    with recursive first as (
      (select webhook_id, due_at from deliveries order by webhook_id, due_at limit 1)
      union all
      select next.webhook_id, next.due_at from first
      cross join lateral (
        select webhook_id, due_at from deliveries where webhook_id > first.webhook_id
        order by webhook_id, due_at limit 1
      ) as next
    )
    select webhook_id as "webhookId" from first join webhooks on webhooks.id = first.webhook_id
    where due_at <= to_timestamp(${nowMs}::bigint / 1000.0) and webhooks.state = 'active' and deleted_at is null`;
  return found.map(({ webhookId }) => webhookId);
}

/**
 * Takes up to `room` due deliveries of each webhook. Others who claim at the same time pass over what is taken. It
 * does not wait for the disk: a claim that a crash of the database takes back only makes its deliveries due again.
 */
export async function claim(
  sql: Sql,
  rooms: ReadonlyMap<string, number>,
  lease: string,
  nowMs: number,
  untilMs: number,
): Promise<Claimed[]> {
  return await sql<Claimed[]>`
    with picked as (
      select due.id from unnest(${[...rooms.keys()]}::text[], ${[...rooms.values()]}::integer[]) as wanted (id, room)
      join webhooks on webhooks.id = wanted.id and webhooks.state = 'active' and webhooks.deleted_at is null
      cross join lateral (
        select id from deliveries
        where webhook_id = wanted.id and due_at <= to_timestamp(${nowMs}::bigint / 1000.0)
          and (leased_until is null or leased_until <= to_timestamp(${nowMs}::bigint / 1000.0))
        order by due_at limit wanted.room
        for update skip locked
      ) as due
    ), taken as (
      update deliveries set lease = ${lease}, leased_until = to_timestamp(${untilMs}::bigint / 1000.0)
      from picked where deliveries.id = picked.id
      returning deliveries.*
    )
    select taken.id, lease, webhook_id as "webhookId", event_id as "eventId", ms(event_at) as "eventAt",
      event_name as "eventName", taken.sequence, octet_length(events.body) as bytes,
      case when octet_length(events.body) <= ${longBytes} then events.body end as body, attempts
    from taken
      cross join (select set_config('synchronous_commit', 'off', true)) as unhurried
      left join events on events.id = taken.event_id and events.created_at = taken.event_at
    order by taken.id`;
}

export async function readLongBody(sql: Queries, { id }: Pick<Claimed, 'id'>): Promise<string | null> {
  const [row] = await sql<{ body: string }[]>`
    select events.body from deliveries
      join events on events.id = deliveries.event_id and events.created_at = deliveries.event_at
    where deliveries.id = ${id}`;
  return row?.body ?? null;
}

export type Held = Pick<Claimed, 'id' | 'lease'>;

export async function extendLeases(sql: Queries, held: readonly Held[], untilMs: number): Promise<void> {
  await sql`
    update deliveries set leased_until = to_timestamp(${untilMs}::bigint / 1000.0)
    from ${heldRows(sql, held)} where deliveries.id = held.id and deliveries.lease = held.lease`;
}

/** Gives back what was not brought to an end, so that nobody has to wait for the leases to run out. */
export async function giveBack(sql: Queries, held: readonly Held[]): Promise<void> {
  await sql`
    update deliveries set lease = null, leased_until = null
    from ${heldRows(sql, held)} where deliveries.id = held.id and deliveries.lease = held.lease`;
}

const heldRows = (sql: Queries, held: readonly Held[]) => sql`
  unnest(${held.map(({ id }) => id)}::bigint[], ${held.map(({ lease }) => lease)}::uuid[]) as held (id, lease)`;

/** For the only process on a database: nobody else can hold what a killed one has left. */
export async function releaseLeases(sql: Queries): Promise<void> {
  await sql`update deliveries set lease = null, leased_until = null where lease is not null`;
}

/**
 * For a clock that was set back: what was written under the later time must not wait until it comes again. Retries
 * keep theirs, since nobody can tell how much of it is meant.
 */
export async function pullForward(sql: Queries, nowMs: number, leasedUntilMs: number): Promise<void> {
  const at = (ms: number) => sql`to_timestamp(${ms}::bigint / 1000.0)`;
  await sql`update deliveries set due_at = ${at(nowMs)} where attempts = 0 and due_at > ${at(nowMs)}`;
  await sql`update deliveries set leased_until = ${at(leasedUntilMs)} where leased_until > ${at(leasedUntilMs)}`;
}
