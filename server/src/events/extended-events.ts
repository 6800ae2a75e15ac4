import { type ExtendedEventName, extendedEvents, isExtendedEvent } from '@parley/protocol';
import { auditChange, type Change } from '../audit/index.ts';
import { createSharedCache, type Topics } from '../bus/index.ts';
import { createBatcher, createOutageRetry, type Queries, type Sql } from '../db/index.ts';
import { type Clock, invalid, notFound, sleep } from '../kernel/index.ts';
import type { StoredEvent } from './event.ts';
import type { Outbox } from './outbox.ts';

export type ExtendedEvents = ReturnType<typeof createExtendedEvents>;

const gatherMs = 20;
/** How much may wait for an unavailable database, of all accounts together. */
const maxWaitingBytes = 64 * 1024 * 1024;
const maxBatchBytes = 4 * 1024 * 1024;

/** Events that the operator enables per account. They are written a moment later: a crash may lose that moment. */
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
  const outageRetry = createOutageRetry(() => {});
  const batcher = createBatcher<StoredEvent, void>({
    maxItems: 500,
    sizeOf: ({ body }) => body.length,
    maxBatchSize: maxBatchBytes,
    limit: { maxSize: maxWaitingBytes, accountOf: ({ accountId }) => accountId },
    async write(events) {
      await outageRetry.untilDone(() => deps.outbox.write(events));
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

    /** True if memory knows that the account does not want this event, so that it need not be created. */
    ignores(accountId: string, name: ExtendedEventName): boolean {
      const names = enabled.get(accountId);
      if (!(names instanceof Promise)) return names === null || !names.has(name);
      names.catch(() => {});
      return false;
    },

    /** Each event waits a moment for others, so that a page that reports many costs only one transaction. */
    async write(event: StoredEvent): Promise<void> {
      const written = sleep(gatherMs).then(() => batcher.add(event));
      underWay.add(written);
      await written.finally(() => underWay.delete(written));
    },

    list: (accountId: string, queries: Queries = sql): Promise<string[]> => readNames(queries, accountId),

    /** Enables or disables an account's events. Returns the names of all that are enabled then. */
    async set(
      change: Change,
      accountId: string,
      names: readonly string[],
      enable: boolean,
    ): Promise<string[]> {
      checkNames(names);
      await mustExist(change.tx, accountId);
      const write = enable ? enableNames : disableNames;
      if ((await write(change.tx, accountId, names)) > 0) {
        await auditChange(change, {
          accountId,
          action: 'account.setExtendedEvents',
          details: { names, enabled: enable },
        });
        change.afterCommit(() => enabled.forget(accountId));
      }
      return await readNames(change.tx, accountId);
    },

    /** Waits until everything is stored, but not for an unavailable database. */
    async stop(): Promise<void> {
      outageRetry.stop();
      await Promise.allSettled(underWay);
    },
    [Symbol.dispose]: () => enabled[Symbol.dispose](),
  };
}

function checkNames(names: readonly string[]): void {
  const unknown = names.find((name) => !isExtendedEvent(name));
  if (unknown === undefined && names.length > 0) return;
  const known = Object.keys(extendedEvents).join(', ');
  throw invalid(
    `${unknown === undefined ? 'Name at least one event' : `"${unknown}" is not an extended event`}. Choose from: ${known}.`,
    'names',
  );
}

async function mustExist(tx: Queries, accountId: string): Promise<void> {
  const [found] = await tx`select from accounts where id = ${accountId} for key share`;
  if (found === undefined) throw notFound('This account does not exist. Check its id.');
}

/** Returns how many were not enabled before. */
async function enableNames(tx: Queries, accountId: string, names: readonly string[]): Promise<number> {
  const added = await tx`
    insert into account_events (account_id, name) select ${accountId}, unnest(${[...names]}::text[])
    on conflict do nothing`;
  return added.count;
}

/** Returns how many were enabled before. */
async function disableNames(tx: Queries, accountId: string, names: readonly string[]): Promise<number> {
  const removed = await tx`
    delete from account_events where account_id = ${accountId} and name = any(${[...names]}::text[])`;
  return removed.count;
}

async function readNames(sql: Queries, accountId: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from account_events where account_id = ${accountId} order by name`;
  return rows.map(({ name }) => name);
}
