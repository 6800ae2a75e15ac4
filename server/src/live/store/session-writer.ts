import { createBatcher, isTransient, type Sql, withRetry } from '../../db/index.ts';
import type { Log } from '../../kernel/index.ts';
import type { Enqueued, Outbox, StoredEvent } from '../../webhooks/index.ts';
import type { SessionRow } from './session-row.ts';
import { updateSessions } from './update-sessions.ts';

/** One change of a session and the events that tell of it: written together or not at all. */
export type SessionChange = { readonly row: SessionRow; readonly events: readonly StoredEvent[] };

export type SessionWriter = {
  /** Settles when the change is on disk. Memory leads, so a change that cannot be written is logged and not thrown. */
  write(change: SessionChange): Promise<void>;
  /** Everything is written, or the database has been away too long for a service that wants to stop. */
  stop(): Promise<void>;
};

const noneEnqueued: readonly Enqueued[] = [];

export function createSessionWriter(sql: Sql, outbox: Outbox, log: Log): SessionWriter {
  let stopping = false;

  /** Sessions outlive a database that is away: their changes wait for it, however long that takes. */
  const patiently = async <T>(work: () => PromiseLike<T>): Promise<T> => {
    for (;;) {
      try {
        return await withRetry(work);
      } catch (error) {
        if (stopping || !isTransient(error)) throw error;
        log.error({ err: error }, 'the database is away; changes of sessions wait for it');
      }
    }
  };

  const batcher = createBatcher<SessionChange, void>({
    maxItems: 500,
    async write(changes) {
      const events = changes.flatMap((change) => change.events);
      // Of several changes to one session in a batch the last one holds; their events are all kept, in order.
      const rows = [...new Map(changes.map(({ row }) => [row.id, row])).values()];
      const enqueued = await patiently(() =>
        sql.begin(async (tx) => {
          // Sent together: the second does not wait for the first to be answered.
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
        log.error({ err: error, sessionId: change.row.id }, 'a change of a session could not be written');
      }),
    async stop() {
      stopping = true;
      await batcher.settled();
    },
  };
}
