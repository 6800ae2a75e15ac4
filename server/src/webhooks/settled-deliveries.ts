import type { Queries } from '../db/index.ts';
import { sleep } from '../kernel/index.ts';
import { type DeliveryWithBody, deliveriesAfter, lastDeliveryId } from './deliveries-after.ts';

// A delivery gets its id before its transaction commits. A reader that continues after the highest id it has seen would
// miss a lower one that commits later. These reads go no further than an id below which nothing can appear any more.

const pollMs = 20;
const limitMs = 10_000;

/** Like `deliveriesAfter`. Empty, too, while a transaction stays open that may add a delivery in between. */
export async function settledDeliveriesAfter(
  sql: Queries,
  webhookId: string,
  after: number,
  limit: number,
): Promise<DeliveryWithBody[]> {
  const last = (await deliveriesAfter(sql, webhookId, after, limit)).at(-1);
  if (last === undefined || !(await writersEnd(sql))) return [];
  const settled = await deliveriesAfter(sql, webhookId, after, limit);
  return settled.filter(({ deliveryId }) => deliveryId <= last.deliveryId);
}

/** Null while a transaction stays open that may add a delivery with a lower id. */
export async function settledLastDeliveryId(sql: Queries, webhookId: string): Promise<number | null> {
  const id = await lastDeliveryId(sql, webhookId);
  return (await writersEnd(sql)) ? id : null;
}

/** Waits until the transactions that write deliveries at this moment have ended. False if one takes too long. */
async function writersEnd(sql: Queries): Promise<boolean> {
  const end = performance.now() + limitMs;
  let open = await writers(sql);
  while (open.size > 0 && performance.now() < end) {
    await sleep(pollMs);
    open = open.intersection(await writers(sql));
  }
  return open.size === 0;
}

/** A transaction takes this lock before it gets an id and holds it to its end. */
async function writers(sql: Queries): Promise<Set<string>> {
  const rows = await sql<{ transaction: string }[]>`
    select distinct virtualtransaction as transaction from pg_locks
    where relation = 'deliveries'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`;
  return new Set(rows.map(({ transaction }) => transaction));
}
