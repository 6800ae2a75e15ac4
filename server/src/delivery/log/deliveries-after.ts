import type { Queries, Sql } from '../../db/index.ts';
import { sleep } from '../../kernel/index.ts';

export type DeliveryWithBody = {
  readonly deliveryId: number;
  readonly eventId: string;
  readonly eventName: string;
  readonly sequence: number | null;
  readonly body: string;
};

export type DeliveriesAfter = {
  readonly deliveries: readonly DeliveryWithBody[];
  /** Where to continue. */
  readonly cursor: number;
};

const looks = 40;
const lookMs = 25;

/**
 * A webhook's deliveries after a given one, oldest first, whatever their state. None is skipped, not even one that
 * commits after others with higher ids: ids count only when no transaction can add a lower one any more. While a
 * transaction that writes events is still running, the answer may be empty.
 */
export async function readDeliveriesAfter(
  sql: Sql,
  webhookId: string,
  after: number,
  limit: number,
): Promise<DeliveriesAfter> {
  const settled = await settledDeliveryId(sql);
  if (settled === null || settled <= after) return { deliveries: [], cursor: after };
  const found = await readRange(sql, webhookId, { after, upTo: settled }, limit);
  const last = found.at(-1);
  return {
    deliveries: found.flatMap(({ body, ...delivery }) => (body === null ? [] : [{ ...delivery, body }])),
    cursor: last?.hasNext === true ? last.deliveryId : settled,
  };
}

/**
 * All deliveries that become visible later have a higher id than this. Null if a transaction that may add a lower one
 * keeps running.
 */
export async function settledDeliveryId(sql: Sql): Promise<number | null> {
  const [newest] = await sql<{ id: number }[]>`
    select coalesce(pg_sequence_last_value(pg_get_serial_sequence('deliveries', 'id')::regclass), 0) as id`;
  // A transaction locks the table of events before it writes one, and gives ids to deliveries only after that.
  const writers = await writersOfEvents(sql);
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await sleep(lookMs);
    const running = new Set(await writersOfEvents(sql));
    if (!writers.some((writer) => running.has(writer))) return newest?.id ?? 0;
  }
  return null;
}

/** The transactions that have written events, or are about to. */
async function writersOfEvents(sql: Queries): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select virtualtransaction as id from pg_locks
    where locktype = 'relation' and relation = 'events'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`;
  return rows.map(({ id }) => id);
}

type FoundDelivery = Omit<DeliveryWithBody, 'body'> & {
  /** Null if it is too long. */
  readonly body: string | null;
  readonly hasNext: boolean;
};

/** A page ends early if its events are long. */
const pageBytes = 4 * 1024 * 1024;
/** No event is longer, except transcripts that an older version wrote. */
const longestBytes = 16 * 1024 * 1024;

export async function readRange(
  sql: Queries,
  webhookId: string,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  limit: number,
): Promise<FoundDelivery[]> {
  const text = sql`case when octet_length(events.body) <= ${longestBytes} then events.body end`;
  return await sql<FoundDelivery[]>`
    select "deliveryId", "eventId", "eventName", sequence, body, number < found or found = ${limit} as "hasNext" from (
      select known.id as "deliveryId", event_id as "eventId", event_name as "eventName", known.sequence, ${text} as body,
        row_number() over ordered as number, count(*) over () as found,
        sum(coalesce(octet_length(${text}), 0)) over ordered as bytes
      from (
        select * from (
          select id, event_id, event_at, event_name, sequence from deliveries
          where webhook_id = ${webhookId} and id > ${after} and id <= ${upTo} and attempts >= 0
          union all
          select id, event_id, event_at, event_name, sequence from finished_deliveries
          where webhook_id = ${webhookId} and id > ${after} and id <= ${upTo}
        ) as listed order by id limit ${limit}
      ) as known
      join events on events.id = event_id and events.created_at = event_at
      window ordered as (order by known.id)
    ) as page
    where number = 1 or bytes <= ${pageBytes} order by "deliveryId"`;
}
