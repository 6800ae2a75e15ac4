import { setTimeout as sleep } from 'node:timers/promises';
import { connect, createBatcher } from '../../../server/src/db/index.ts';
import { createOutbox, makeEvent, type StoredEvent } from '../../../server/src/events/index.ts';
import { reportReady } from '../../../server/src/testing/load/child.ts';
import { nowMicros } from '../../../server/src/testing/load/clock.ts';
import { bootService } from '../service/booted-service.ts';

/** The service in its own process. It writes events on request, in the same way as sessions. */
export type Burst = { readonly avatars: readonly number[]; readonly events: number };
export type Stream = {
  readonly avatars: readonly number[];
  readonly perSecond: number;
  readonly durationMs: number;
};

// Webhooks are paused on purpose here, and the log would warn about that.
await using service = await bootService({}, 'error');
const { address, running } = service;
const sql = connect({ url: address.databaseUrl, max: 2 });
const outbox = createOutbox(sql, running.bus.topics);
// In the same way as changes of sessions: events that come at the same time share a transaction.
const writer = createBatcher<StoredEvent, void>({
  maxItems: 500,
  async write(events) {
    outbox.committed(await sql.begin(async (tx) => await outbox.enqueue(tx, events)));
    return events.map(() => undefined);
  },
});

let eventCount = 0;
function newEvent(avatarId: number): StoredEvent {
  eventCount += 1;
  const sessionId = `ses_bench${String(eventCount % 5_000).padStart(20, '0')}`;
  const source = { accountId: address.accountId, avatarId, sessionId, sequence: eventCount };
  return makeEvent(source, 'agent:error', {
    session_id: sessionId,
    avatar_id: String(avatarId),
    user_id: '1750000000001',
    user_name: 'Guest',
    timestamp: Date.now(),
    error: `The conversation history could not be written: made at ${nowMicros()} by the bench.`,
  });
}
const spread = (avatars: readonly number[], index: number): number => avatars[index % avatars.length] ?? 0;

await reportReady(address, {
  /** Settles when all of them are committed. */
  async burst({ avatars, events }: Burst) {
    await Promise.all(
      Array.from({ length: events }, (_, index) => writer.add(newEvent(spread(avatars, index)))),
    );
  },
  /** Resolves with the number of created events when all are committed. */
  async stream({ avatars, perSecond, durationMs }: Stream) {
    const begin = performance.now();
    const total = Math.floor((perSecond * durationMs) / 1000);
    const writes: Promise<void>[] = [];
    while (writes.length < total) {
      const due = Math.min(total, Math.floor(((performance.now() - begin) * perSecond) / 1000));
      while (writes.length < due) writes.push(writer.add(newEvent(spread(avatars, writes.length))));
      await sleep(1);
    }
    await Promise.all(writes);
    return total;
  },
});
await sql.end({ timeout: 1 });
