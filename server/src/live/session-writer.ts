import { createBatcher, persistently, type Sql } from '../db/index.ts';
import type { Enqueued, Outbox, StoredEvent } from '../webhooks/index.ts';
import type { SessionRow } from './session-row.ts';
import { updateSessions } from './session-writes.ts';

/** One change of a session and the events that tell of it: written together or not at all. */
export type SessionChange = { readonly row: SessionRow; readonly events: readonly StoredEvent[] };

export type SessionWriter = {
  write(change: SessionChange): Promise<void>;
  settled(): Promise<void>;
};

const noneEnqueued: readonly Enqueued[] = [];

export function createSessionWriter(sql: Sql, outbox: Outbox): SessionWriter {
  const batcher = createBatcher<SessionChange, void>({
    maxItems: 500,
    async write(changes) {
      const events = changes.flatMap((change) => change.events);
      // Of several changes to one session in a batch the last one holds; their events are all kept, in order.
      const rows = [...new Map(changes.map(({ row }) => [row.id, row])).values()];
      const enqueued = await persistently(() =>
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
  return { write: (change) => batcher.add(change), settled: () => batcher.settled() };
}
