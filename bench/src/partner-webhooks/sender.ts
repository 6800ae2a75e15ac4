import { generateKeyPairSync } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { connect } from '../../../server/src/db/index.ts';
import { createOutbox, makeEvent } from '../../../server/src/events/index.ts';
import { systemClock } from '../../../server/src/kernel/index.ts';
import { reportReady } from '../../../server/src/testing/load/child.ts';
import { nowMicros } from '../../../server/src/testing/load/clock.ts';
import { createPartnerTokens } from '../../../server/src/tokens/index.ts';
import { bootService } from '../service/booted-service.ts';

/** The service in its own process. It writes events on request, and measures the delay of its event loop. */
const resolutionMs = 5;
const eventsAtOnce = 50;
await using service = await bootService({}, 'error');
const { address, running } = service;
const { accountId, avatarId } = address;
const sql = connect({ url: address.databaseUrl, max: 2 });
const outbox = createOutbox(sql, running.bus.topics);
const loop = monitorEventLoopDelay({ resolution: resolutionMs });

const newEvent = () =>
  makeEvent({ accountId, avatarId, sessionId: null, sequence: null }, 'agent:error', {
    avatar_id: String(avatarId),
    timestamp: Date.now(),
    error: `The conversation history could not be written: made at ${nowMicros()} by the bench.`,
  });

await reportReady(address, {
  /** The account lets each of these partners see all of its avatars. */
  allow: (partners: readonly string[]) => sql`
    insert into grants (id, partner_id, account_id, scopes, granted_by)
    select 'grt_' || id, id, ${accountId}, '{read_avatars}', 'bench' from unnest(${[...partners]}::text[]) as partner (id)`,
  /** Each event becomes a delivery for each partner. Settles when all are committed. */
  async write(events: number) {
    for (let left = events; left > 0; left -= eventsAtOnce)
      await outbox.write(Array.from({ length: Math.min(left, eventsAtOnce) }, newEvent));
  },
  watchLoop() {
    loop.reset();
    loop.enable();
  },
  /** The delay of the event loop in milliseconds, since the measurement began. */
  loopDelays() {
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
