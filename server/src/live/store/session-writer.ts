import { createBatcher, isTransient, type Sql, withRetry } from '../../db/index.ts';
import type { Log } from '../../kernel/index.ts';
import type { Enqueued, Outbox, StoredEvent } from '../../webhooks/index.ts';
import type { SessionRow } from './session-row.ts';
import { updateSessions } from './update-sessions.ts';

/** One change of a session and its events. They are stored in one transaction. */
export type SessionChange = { readonly row: SessionRow; readonly events: readonly StoredEvent[] };

export type SessionWriter = {
  /** Settles when the change is stored. It never rejects: memory leads, so a change that cannot be stored is logged. */
  write(change: SessionChange): Promise<void>;
  /** Waits until all changes are stored, but not for a database that is away. */
  stop(): Promise<void>;
};

const noneEnqueued: readonly Enqueued[] = [];

export function createSessionWriter(sql: Sql, outbox: Outbox, log: Log): SessionWriter {
  let stopping = false;

  /** While the database is away, sessions go on and their changes wait for it. */
  const untilStored = async <T>(work: () => PromiseLike<T>): Promise<T> => {
    for (;;) {
      try {
        return await withRetry(work);
      } catch (error) {
        if (stopping || !isTransient(error)) throw error;
        log.error({ err: error }, 'the database is away, changes of sessions wait for it');
      }
    }
  };

  const batcher = createBatcher<SessionChange, void>({
    maxItems: 500,
    async write(changes) {
      const events = changes.flatMap((change) => change.events);
      // Only the last change of each session is stored, but all events are, in their order.
      const rows = [...new Map(changes.map(({ row }) => [row.id, row])).values()];
      const enqueued = await untilStored(() =>
        sql.begin(async (tx) => {
          // Both statements are sent at once.
          const [, written] = await Promise.all([
            updateSessions(tx, rows),
            events.length === 0 ? noneEnqueued : outbox.enqueue(tx, events),
          ]);
          return written;
        }),
      );
      outbox.committed(enqueued);
      return changes.map(() => undefined);
    },
  });

  return {
    write: (change) =>
      batcher.add(change).catch((error: unknown) => {
        log.error({ err: error, sessionId: change.row.id }, 'could not store a change of a session');
      }),
    async stop() {
      stopping = true;
      await batcher.settled();
    },
  };
}
