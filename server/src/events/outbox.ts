import type { Topics } from '../bus/index.ts';
import type { Queries, Sql } from '../db/index.ts';
import { deliveriesTopic } from './due-delivery.ts';
import { type Enqueued, enqueueAll } from './enqueue.ts';
import type { StoredEvent } from './event.ts';

/** Writes events, either alone or inside a caller's transaction, and wakes the engine. */
export type Outbox = {
  write(events: readonly StoredEvent[]): Promise<void>;
  /** Call it when the transaction that enqueued has committed. */
  committed(enqueued: readonly Enqueued[]): void;
  enqueue(tx: Queries, events: readonly StoredEvent[]): PromiseLike<readonly Enqueued[]>;
};

export function createOutbox(sql: Sql, topics: Pick<Topics, 'publish'>): Outbox {
  const committed = (enqueued: readonly Enqueued[]) => {
    for (const [webhookId, group] of Map.groupBy(enqueued, (entry) => entry.webhookId)) {
      const dueAtMs = Math.min(...group.map((entry) => entry.dueAtMs));
      topics.publish(deliveriesTopic, `${webhookId} ${group[0]?.ownerId} ${dueAtMs}`);
    }
  };
  return {
    enqueue: enqueueAll,
    committed,
    async write(events) {
      if (events.length > 0) committed(await enqueueAll(sql, events));
    },
  };
}
