import { createBatcher, createOutageRetry, type Sql } from '../../db/index.ts';
import type { Log } from '../../kernel/index.ts';
import type { Enqueued, Outbox, StoredEvent } from '../../webhooks/index.ts';
import type { SessionRow } from './session-row.ts';
import { ownedElsewhere, updateSessions } from './update-sessions.ts';

/** One change of a session and its events. They are stored in one transaction. */
export type SessionChange = { readonly row: SessionRow; readonly events: readonly StoredEvent[] };

export type SessionWriter = {
  /**
   * Settles when the change is stored: false if another process owns the session, and then nothing was stored. It never
   * rejects: memory is authoritative, so a change that cannot be stored is logged.
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
/** How much may wait for an unavailable database. Each session makes few changes then, as joins wait for theirs. */
const maxWaitingBytes = 128 * 1024 * 1024;
const rowBytes = 1_000;

const sizeOf = ({ row, events }: SessionChange): number =>
  events.reduce((sum, { body }) => sum + body.length, rowBytes + (row.unsaid?.length ?? 0));

export function createSessionWriter({ sql, outbox, log, ...deps }: SessionWriterDeps): SessionWriter {
  // While the database is unavailable, sessions go on and their changes wait for it.
  const outageRetry = createOutageRetry((error) =>
    log.error({ err: error }, 'the database is unavailable, session changes wait for it'),
  );

  const store = async (changes: readonly SessionChange[]): Promise<void> => {
    const events = changes.flatMap((change) => change.events);
    // Only the last change of each session is stored, but all events are stored in order.
    const rows = [...new Map(changes.map(({ row }) => [row.id, row])).values()];
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

  const batcher = createBatcher<SessionChange, boolean>({
    maxItems: 500,
    limit: { maxSize: maxWaitingBytes, sizeOf },
    async write(changes) {
      const lost = new Set<string>();
      const isKept = ({ row }: SessionChange) => !lost.has(row.id);
      for (let left = changes; left.length > 0; left = left.filter(isKept)) {
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
      return changes.map(isKept);
    },
  });

  return {
    write: (change) =>
      batcher.add(change).catch((error: unknown) => {
        log.error({ err: error, sessionId: change.row.id }, 'could not store a session change');
        return true;
      }),
    async stop() {
      outageRetry.stop();
      await batcher.settled();
    },
  };
}
