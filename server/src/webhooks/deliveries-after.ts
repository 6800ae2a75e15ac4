import type { Queries } from '../db/index.ts';

export type DeliveryWithBody = {
  readonly deliveryId: number;
  readonly eventId: string;
  readonly eventName: string;
  readonly sequence: number | null;
  readonly body: string;
};

/** A webhook's deliveries after a given one, oldest first, whatever their state. */
export async function deliveriesAfter(
  sql: Queries,
  webhookId: string,
  after: number,
  limit: number,
): Promise<DeliveryWithBody[]> {
  return await sql<DeliveryWithBody[]>`
    select known.id as "deliveryId", event_id as "eventId", event_name as "eventName", known.sequence, events.body
    from (
      select id, event_id, event_at, event_name, sequence from deliveries
      where webhook_id = ${webhookId} and id > ${after}
      union all
      select id, event_id, event_at, event_name, sequence from finished_deliveries
      where webhook_id = ${webhookId} and id > ${after}
    ) as known
    join events on events.id = event_id and events.created_at = event_at
    order by known.id limit ${limit}`;
}

export async function lastDeliveryId(sql: Queries, webhookId: string): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    select greatest(
      (select coalesce(max(id), 0) from deliveries where webhook_id = ${webhookId}),
      (select coalesce(max(id), 0) from finished_deliveries where webhook_id = ${webhookId})) as id`;
  return row?.id ?? 0;
}
