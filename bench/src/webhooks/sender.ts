import { generateKeyPairSync } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, createBatcher } from '../../../server/src/db/index.ts';
import { createOutbox, makeEvent, type StoredEvent } from '../../../server/src/events/index.ts';
import { systemClock } from '../../../server/src/kernel/index.ts';
import { bootService } from '../../../server/src/testing/load/booted-service.ts';
import { reportReady } from '../../../server/src/testing/load/child.ts';
import { nowMicros } from '../../../server/src/testing/load/clock.ts';
import { createPartnerTokens } from '../../../server/src/tokens/index.ts';
import { sessionIdOf } from './sessions.ts';

/** The service in its own process. It writes events on request, and measures the delay of its event loop. */
export type Burst = { readonly avatars: readonly number[]; readonly events: number };
export type Stream = {
  readonly avatars: readonly number[];
  readonly perSecond: number;
  readonly durationMs: number;
};
export type LoopDelays = { readonly p50: number; readonly p99: number; readonly max: number };

const resolutionMs = 5;
const partnerEventsAtOnce = 50;
// Webhooks are paused on purpose here, and the log would warn about that.
await using service = await bootService({}, 'error');
const { address, running } = service;
const { accountId } = address;
const sql = connect({ url: address.databaseUrl, max: 2 });
const outbox = createOutbox(sql, running.bus.topics);
const loop = monitorEventLoopDelay({ resolution: resolutionMs });
// In the same way as changes of sessions: events that come at the same time share a transaction.
const writer = createBatcher<StoredEvent, void>({
  maxItems: 500,
  async write(events) {
    outbox.committed(await sql.begin(async (tx) => await outbox.enqueue(tx, events)));
    return events.map(() => undefined);
  },
});

const errorDetails = (avatarId: number) => ({
  avatar_id: String(avatarId),
  timestamp: Date.now(),
  error: `The conversation history could not be written: made at ${nowMicros()} by the bench.`,
});

let eventCount = 0;
function newEvent(avatarId: number): StoredEvent {
  eventCount += 1;
  const sessionId = sessionIdOf(avatarId, eventCount);
  return makeEvent({ accountId, avatarId, sessionId, sequence: eventCount }, 'agent:error', {
    session_id: sessionId,
    user_id: '1750000000001',
    user_name: 'Guest',
    ...errorDetails(avatarId),
  });
}
const newPartnerEvent = (): StoredEvent =>
  makeEvent(
    { accountId, avatarId: address.avatarId, sessionId: null, sequence: null },
    'agent:error',
    errorDetails(address.avatarId),
  );
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
  /** The account lets each of these partners see all of its avatars. */
  allow: (partners: readonly string[]) => sql`
    insert into grants (id, partner_id, account_id, scopes, granted_by)
    select 'grt_' || id, id, ${accountId}, '{read_avatars}', 'bench' from unnest(${[...partners]}::text[]) as partner (id)`,
  /** Each event becomes a delivery for each partner. Settles when all are committed. */
  async writeToPartners(events: number) {
    for (let left = events; left > 0; left -= partnerEventsAtOnce)
      await outbox.write(Array.from({ length: Math.min(left, partnerEventsAtOnce) }, newPartnerEvent));
  },
  watchLoop() {
    loop.reset();
    loop.enable();
  },
  /** The delay of the event loop in milliseconds, since the measurement began. */
  loopDelays(): LoopDelays {
    loop.disable();
    // The histogram contains the time between two samples.
    const late = (percent: number): number => Math.max(0, loop.percentile(percent) / 1e6 - resolutionMs);
    return { p50: late(50), p99: late(99), max: late(100) };
  },
  /** Signatures per second that the machine makes with nothing else to do, in the same way as the service. */
  async signaturesPerSecond(count: number) {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = { id: 'bench', privateKey, publicKey, publicJwk: {}, signsFromMs: 0, retiresAtMs: null };
    const tokens = createPartnerTokens({
      keys: { current: (algorithm) => ({ ...key, algorithm }) },
      issuer: 'https://bench.example.com',
      clock: systemClock,
    });
    await tokens.mint('cli_bench');
    const begin = performance.now();
    await Promise.all(Array.from({ length: count }, () => tokens.mint('cli_bench')));
    return (count / (performance.now() - begin)) * 1000;
  },
});
await sql.end({ timeout: 1 });
