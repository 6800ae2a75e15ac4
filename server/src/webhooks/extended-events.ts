import { type ExtendedEventName, extendedEvents, isExtendedEvent } from '@parley/protocol';
import { createSharedCache, type Topics } from '../bus/index.ts';
import {
  changeInTransaction,
  createBatcher,
  type InSameTransaction,
  type Queries,
  type Sql,
  withRetry,
} from '../db/index.ts';
import { type Clock, invalid, sleep } from '../kernel/index.ts';
import type { StoredEvent } from './event.ts';
import type { Outbox } from './outbox.ts';

export type ExtendedEvents = ReturnType<typeof createExtendedEvents>;

const gatherMs = 20;

/** Events that the operator enables per account. They are written a moment behind: a crash may lose that moment. */
export function createExtendedEvents(deps: { sql: Sql; topics: Topics; clock: Clock; outbox: Outbox }) {
  const { sql } = deps;
  const enabled = createSharedCache<ReadonlySet<string>>({
    topic: 'account-events',
    topics: deps.topics,
    clock: deps.clock,
    maxAgeMs: 4_500,
    maxEntries: 50_000,
    read: async (accountId) => new Set(await readNames(sql, accountId)),
  });
  const batcher = createBatcher<StoredEvent, void>({
    maxItems: 500,
    async write(events) {
      await withRetry(() => deps.outbox.write(events));
      return events.map(() => undefined);
    },
  });
  const underWay = new Set<Promise<void>>();

  return {
    /** Whether the account wants this event; answered from memory nearly always. */
    wants(accountId: string, name: ExtendedEventName): Promise<boolean> | boolean {
      const names = enabled.get(accountId);
      return names instanceof Promise
        ? names.then((set) => set?.has(name) ?? false)
        : (names?.has(name) ?? false);
    },

    /** True where memory knows that the account does not want this event, so that nothing of it need be made. */
    ignores(accountId: string, name: ExtendedEventName): boolean {
      const names = enabled.get(accountId);
      if (!(names instanceof Promise)) return names === null || !names.has(name);
      names.catch(() => {});
      return false;
    },

    /** Each waits a moment for others, so that a page that reports much costs one transaction and not many. */
    async write(event: StoredEvent): Promise<void> {
      const written = sleep(gatherMs).then(() => batcher.add(event));
      underWay.add(written);
      await written.finally(() => underWay.delete(written));
    },

    list: (accountId: string): Promise<string[]> => readNames(sql, accountId),

    async set(
      accountId: string,
      names: readonly string[],
      on: boolean,
      also?: InSameTransaction<void>,
    ): Promise<string[]> {
      const unknown = names.find((name) => !isExtendedEvent(name));
      if (unknown !== undefined || names.length === 0) {
        const known = Object.keys(extendedEvents).join(', ');
        throw invalid(
          `${unknown === undefined ? 'Name at least one' : `"${unknown}" is not an extended event`}. There are: ${known}.`,
        );
      }
      const write = async (tx: Queries): Promise<void> => {
        if (on) {
          await tx`
            insert into account_events (account_id, name) select ${accountId}, unnest(${[...names]}::text[])
            on conflict do nothing`;
          return;
        }
        await tx`delete from account_events where account_id = ${accountId} and name = any(${[...names]}::text[])`;
      };
      await changeInTransaction(sql, write, also);
      enabled.forget(accountId);
      return await readNames(sql, accountId);
    },

    async settled(): Promise<void> {
      await Promise.allSettled(underWay);
    },
    [Symbol.dispose]: () => enabled[Symbol.dispose](),
  };
}

async function readNames(sql: Sql, accountId: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from account_events where account_id = ${accountId} order by name`;
  return rows.map(({ name }) => name);
}
