import { createBatcher, createOutageRetry, type Sql } from '../../db/index.ts';
import type { Enqueued, Outbox } from '../../events/index.ts';
import { FairShares, type Log, sleep } from '../../kernel/index.ts';
import { type SessionChange, SessionChanges, sharedBytesOf } from './session-changes.ts';
import { ownedElsewhere, updateSessions } from './update-sessions.ts';

export type SessionWriter = {
  /**
   * Settles when the change is stored: true. False if it is not stored: another process owns the session, the service
   * stops before the database is back, or too many events of the account wait. It never rejects. A change of state is
   * never refused, and it is tried again until it is stored.
   */
  write(change: SessionChange): Promise<boolean>;
  /** Waits until all changes are stored, but not for an unavailable database. */
  stop(): Promise<void>;
};

export type SessionWriterDeps = {
  readonly sql: Sql;
  readonly outbox: Outbox;
  readonly log: Log;
  /** The id under which this process owns sessions; null if it runs alone. */
  owner(): string | null;
  /** Another process owns these sessions. Called before the writes of their changes settle. */
  handleLost(sessionIds: readonly string[]): void;
};

/** Thrown inside a transaction to roll it back. */
class SessionsLost extends Error {
  override name = 'SessionsLost';
  readonly ids: readonly string[];

  constructor(ids: readonly string[]) {
    super('another process owns these sessions');
    this.ids = ids;
  }
}

const noneEnqueued: readonly Enqueued[] = [];
const batches = { maxItems: 500, maxBatchSize: 4 * 1024 * 1024 };
/** How much of the events that pages and failures cause may wait, of all accounts together. */
const maxReportedBytes = 32 * 1024 * 1024;
const retryAfterMs = { first: 1_000, longest: 60_000 };

export function createSessionWriter({ sql, outbox, log, ...deps }: SessionWriterDeps): SessionWriter {
  // While the database is unavailable, sessions go on and their changes wait for it.
  const outageRetry = createOutageRetry((error) =>
    log.error({ err: error }, 'the database is unavailable, session changes wait for it'),
  );
  const stopping = new AbortController();
  const reported = new FairShares(maxReportedBytes);
  const waiting = new Map<string, SessionChanges>();
  const running = new Set<Promise<void>>();

  const store = async (changes: readonly SessionChange[]): Promise<void> => {
    const events = changes.flatMap((change) => change.events);
    const rows = changes.map(({ row }) => ({
      ...row,
      pendingUtterances: row.pendingUtterances?.pack() ?? null,
      person: row.person?.pack() ?? null,
    }));
    const enqueued = await outageRetry.untilDone(() =>
      sql.begin(async (tx) => {
        const owner = deps.owner();
        // Both statements are sent at once.
        const [updated, written] = await Promise.all([
          updateSessions(tx, rows, owner),
          events.length === 0 ? noneEnqueued : outbox.enqueue(tx, events),
        ]);
        // A row is also left out if it has ended, as after a commit whose answer was lost.
        if (updated.count < rows.length) {
          const lost = await ownedElsewhere(
            tx,
            rows.map(({ id }) => id),
            owner,
          );
          if (lost.length > 0) throw new SessionsLost(lost);
        }
        return written;
      }),
    );
    outbox.committed(enqueued);
  };

  /** Returns the ids of sessions that another process owns. Nothing of them is stored. */
  const storeOwned = async (changes: readonly SessionChange[]): Promise<ReadonlySet<string>> => {
    const lost = new Set<string>();
    for (let left = changes; left.length > 0; left = left.filter(({ row }) => !lost.has(row.id))) {
      try {
        await store(left);
        break;
      } catch (error) {
        if (!(error instanceof SessionsLost)) throw error;
        for (const id of error.ids) lost.add(id);
      }
    }
    if (lost.size > 0) {
      log.warn({ sessionIds: [...lost] }, 'another process owns sessions that this one held');
      deps.handleLost([...lost]);
    }
    return lost;
  };

  /** One item for each session: changes that come before its batch is written are joined. */
  const batcher = createBatcher<{ readonly id: string; readonly changes: SessionChanges }, boolean>({
    ...batches,
    sizeOf: ({ changes }) => changes.bytes,
    async write(sessions) {
      const lost = await storeOwned(sessions.flatMap(({ changes }) => changes.take()));
      return sessions.map(({ id }) => !lost.has(id));
    },
  });

  /** Writes the changes of one session in order. One that fails is kept and tried again. */
  const writeAll = async (id: string, changes: SessionChanges): Promise<void> => {
    let waitMs = retryAfterMs.first;
    while (!changes.isEmpty) {
      try {
        changes.settle(await batcher.add({ id, changes }));
        waitMs = retryAfterMs.first;
      } catch (error) {
        log.error({ err: error, sessionId: id }, 'could not store a session change');
        if (stopping.signal.aborted) changes.settle(false);
        else await sleep(waitMs, stopping.signal);
        waitMs = Math.min(2 * waitMs, retryAfterMs.longest);
      }
    }
    waiting.delete(id);
  };

  const changesOf = (id: string): SessionChanges => {
    const known = waiting.get(id);
    if (known !== undefined) return known;
    const changes = new SessionChanges();
    waiting.set(id, changes);
    return changes;
  };

  return {
    async write(change) {
      const { id } = change.row;
      const account = change.events[0]?.accountId ?? '';
      const bytes = sharedBytesOf(change);
      if (bytes > 0 && !reported.fits(account, bytes)) {
        log.error({ sessionId: id }, 'too many events wait for the database, one was not stored');
        return false;
      }
      if (bytes > 0) reported.take(account, bytes);
      const isIdle = !waiting.has(id);
      const changes = changesOf(id);
      const stored = changes.add(change);
      if (isIdle) {
        const writing = writeAll(id, changes).finally(() => running.delete(writing));
        running.add(writing);
      }
      try {
        return await stored;
      } finally {
        if (bytes > 0) reported.giveBack(account, bytes);
      }
    },
    async stop() {
      outageRetry.stop();
      stopping.abort();
      await Promise.all(running);
    },
  };
}
