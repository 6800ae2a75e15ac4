import type { Sql } from '../../db/index.ts';
import { createNameOrder, type NameChange, type NameOrder } from './name-order.ts';

const maxEntries = 1_000_000;
const loadBatch = 1_000;

/**
 * The order of each account's avatars, kept in memory and updated from the database before every read: one query for
 * "what changed since", which is nearly always nothing. Callers that arrive while such a query runs share the next one.
 * No caller is answered from a query that began before the caller asked.
 */
export type NameOrders = { upToDate(accountId: string): Promise<NameOrder> };

type Kept = { order: NameOrder; running: Promise<void> | null; next: Promise<void> | null };

export function createNameOrders(sql: Sql): NameOrders {
  const kept = new Map<string, Promise<Kept>>();
  let entries = 0;

  const load = async (accountId: string): Promise<Kept> => {
    const order = createNameOrder();
    for await (const rows of readAll(sql, accountId)) order.fill(rows);
    entries += order.total;
    return { order, running: null, next: null };
  };

  const keep = (accountId: string): Promise<Kept> => {
    const known = kept.get(accountId);
    kept.delete(accountId);
    const loading = known ?? load(accountId);
    kept.set(accountId, loading);
    if (known === undefined) {
      loading.then(dropOldest, () => kept.delete(accountId));
    }
    return loading;
  };

  const dropOldest = async () => {
    for (const [accountId, oldest] of kept) {
      if (entries <= maxEntries || kept.size === 1) return;
      kept.delete(accountId);
      entries -= (await oldest).order.total;
    }
  };

  const freshen = (accountId: string, entry: Kept): Promise<void> => {
    if (entry.running === null) {
      entry.running = catchUp(sql, accountId, entry.order)
        .then((grown) => {
          entries += grown;
        })
        .finally(() => {
          entry.running = null;
        });
      return entry.running;
    }
    entry.next ??= entry.running
      .catch(() => {})
      .then(() => {
        entry.next = null;
        return freshen(accountId, entry);
      });
    return entry.next;
  };

  return {
    async upToDate(accountId) {
      const entry = await keep(accountId);
      await freshen(accountId, entry);
      return entry.order;
    },
  };
}

async function catchUp(sql: Sql, accountId: string, order: NameOrder): Promise<number> {
  const before = order.total;
  const changes = await sql<NameChange[]>`
    select id, name, sort_key as "sortKey", version, deleted_at is not null as gone
    from avatars where account_id = ${accountId} and version > ${order.version}`;
  order.apply(changes);
  return order.total - before;
}

function readAll(sql: Sql, accountId: string): AsyncIterable<NameChange[]> {
  return sql<NameChange[]>`
    select id, name, sort_key as "sortKey", version, false as gone
    from avatars where account_id = ${accountId} and deleted_at is null
    order by sort_key, id`.cursor(loadBatch);
}
