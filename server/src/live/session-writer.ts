import { createBatcher, persistently, type Sql } from '../db/index.ts';
import { enqueueAll, type StoredEvent } from '../webhooks/index.ts';
import type { SessionRow } from './session-row.ts';
import { updateSessions } from './session-writes.ts';

/** One change of a session and the events that tell of it: written together or not at all. */
export type SessionChange = { readonly row: SessionRow; readonly events: readonly StoredEvent[] };

export type SessionWriter = {
  write(change: SessionChange): Promise<void>;
  settled(): Promise<void>;
};

export function createSessionWriter(sql: Sql): SessionWriter {
  const batcher = createBatcher<SessionChange, void>({
    maxItems: 500,
    async write(changes) {
      const events = changes.flatMap((change) => change.events);
      // Of several changes to one session in a batch the last one holds; their events are all kept, in order.
      const rows = [...new Map(changes.map(({ row }) => [row.id, row])).values()];
      await persistently(() =>
        sql.begin((tx) => [
          updateSessions(tx, rows),
          ...(events.length === 0 ? [] : [enqueueAll(tx, events)]),
        ]),
      );
      return changes.map(() => undefined);
    },
  });
  return { write: (change) => batcher.add(change), settled: () => batcher.settled() };
}
