import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Sql } from '../db/index.ts';
import { countWaitingDeliveries, type DeliveryMeter, type WaitingCount } from '../delivery/index.ts';
import type { ConnectionMeter } from '../http/index.ts';
import type { Clock } from '../kernel/index.ts';
import type { TurnMeter } from '../live/index.ts';
import { createTurnTimes } from './turn-times.ts';

type GaugeValue<L extends string> = (gauge: Gauge<L>) => void | Promise<void>;

const counter = <L extends string>(registry: Registry, name: string, help: string, ...labelNames: L[]) =>
  new Counter({ name, help, labelNames, registers: [registry] });

/** A gauge that is read when the metrics are. */
function gauge<L extends string>(
  registry: Registry,
  name: string,
  help: string,
  read: GaugeValue<L>,
  ...labelNames: L[]
): void {
  new Gauge<L>({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      return read(this);
    },
  });
}

export function createRefusalCounter(registry: Registry): { edge(): void; key(): void } {
  const help = 'Requests refused by a rate limit, by layer';
  const refusals = counter(registry, 'parley_rate_refusals_total', help, 'layer');
  refusals.inc({ layer: 'edge' }, 0);
  refusals.inc({ layer: 'key' }, 0);
  return { edge: () => refusals.inc({ layer: 'edge' }), key: () => refusals.inc({ layer: 'key' }) };
}

/** Sessions that use the simple voice because the machine could not keep up with the natural one. */
export function countSpareVoices(registry: Registry): () => void {
  const help =
    'Sessions that got the simple voice because the machine could not keep up with the natural one';
  const spares = counter(registry, 'parley_voice_spare_total', help);
  return () => spares.inc();
}

/** How many connections are open, and why the service closed some. */
export function createConnectionMeter(registry: Registry): ConnectionMeter {
  const help = 'Connections that the service refused or closed, by reason';
  const dropped = counter(registry, 'parley_connections_dropped_total', help, 'reason');
  return {
    dropped: (reason) => dropped.inc({ reason }),
    watch: (size) =>
      gauge(registry, 'parley_connections', 'Open connections of clients', (open) => open.set(size())),
  };
}

export function countKeyCache(registry: Registry, counts: { hits: number; misses: number }): void {
  new Counter({
    name: 'parley_key_cache_reads_total',
    help: 'Look-ups of API keys, by whether memory had them',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ outcome: 'hit' }, counts.hits);
      this.inc({ outcome: 'miss' }, counts.misses);
    },
  });
}

/** Times of turns per avatar, over the last ten minutes. */
export function createTurnMeter(registry: Registry, clock: Clock): TurnMeter {
  const firstSentence = createTurnTimes(registry, clock, {
    name: 'parley_turn_first_sentence_seconds',
    help: 'From a user’s message to the first sentence of the answer',
  });
  const whole = createTurnTimes(registry, clock, {
    name: 'parley_turn_seconds',
    help: 'From a user’s message to the end of the answer',
  });
  const help = 'Questions asked of brains, by how they ended';
  const turns = counter(registry, 'parley_turns_total', help, 'avatar', 'outcome');
  return {
    count(avatarId, outcome, firstSentenceMs, totalMs) {
      turns.inc({ avatar: String(avatarId), outcome });
      if (firstSentenceMs !== null) firstSentence.add(avatarId, firstSentenceMs / 1000);
      whole.add(avatarId, totalMs / 1000);
    },
  };
}

export const countSessions = (registry: Registry, size: () => number): void =>
  gauge(registry, 'parley_live_sessions', 'Sessions alive in this process', (alive) => alive.set(size()));

const countEveryMs = 5_000;
const countingShare = 1 / 50;

/** What the delivery engine does, and how many deliveries are waiting. */
export function createDeliveryMeter(registry: Registry, sql: Sql, clock: Clock): DeliveryMeter {
  const help = 'Attempts to deliver, by outcome';
  const attempts = counter(registry, 'parley_delivery_attempts_total', help, 'outcome');
  const latency = new Histogram({
    name: 'parley_delivery_latency_seconds',
    help: 'From an event to the receiver’s 2xx',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120, 600, 3600, 86_400],
    registers: [registry],
  });
  const waiting = createWaitingCount(sql, clock);
  const due = async () => (await waiting()).filter(({ held }) => !held);
  gauge(registry, 'parley_deliveries_waiting', 'Deliveries due or scheduled', async (sum) =>
    sum.set((await due()).reduce((total, { count }) => total + count, 0)),
  );
  const ageHelp = 'Age of the oldest due delivery of an active webhook';
  gauge(registry, 'parley_delivery_oldest_due_seconds', ageHelp, async (age) =>
    age.set(Math.max(0, ...(await due()).map(({ oldestDueMs }) => oldestDueMs / 1000))),
  );
  const readHeld = async (perWebhook: Gauge<'webhook'>) => {
    const held = (await waiting()).filter((count) => count.held);
    perWebhook.reset();
    for (const { webhookId, count } of held) perWebhook.set({ webhook: webhookId }, count);
  };
  gauge(registry, 'parley_deliveries_held', 'Deliveries held per paused webhook', readHeld, 'webhook');
  return {
    attempt(result, { eventAt }) {
      const outcome = result.success ? 'delivered' : (result.stage ?? 'refused');
      attempts.inc({ outcome });
      if (result.success) latency.observe((result.startedAtMs + result.durationMs - eventAt) / 1000);
    },
  };
}

/**
 * Counts at most every few seconds, and less often if counting takes long: measuring must not slow down deliveries.
 * While the database is unavailable, the last count is used, so that all other metrics can still be read.
 */
function createWaitingCount(sql: Sql, clock: Clock): () => Promise<readonly WaitingCount[]> {
  let counts: Promise<readonly WaitingCount[]> = Promise.resolve([]);
  let nextAt = Number.NEGATIVE_INFINITY;
  return () => {
    const beganAt = clock.monotonicMs();
    if (beganAt < nextAt) return counts;
    const last = counts;
    nextAt = Number.POSITIVE_INFINITY;
    counts = countWaitingDeliveries(sql, clock.now())
      .catch(() => last)
      .finally(() => {
        const endedAt = clock.monotonicMs();
        nextAt = Math.max(beganAt + countEveryMs, endedAt + (endedAt - beganAt) / countingShare);
      });
    return counts;
  };
}
