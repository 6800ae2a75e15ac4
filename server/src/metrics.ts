import { Counter, Gauge, Histogram, type Registry, Summary } from 'prom-client';
import type { Sql } from './db/index.ts';
import type { Clock } from './kernel/index.ts';
import type { TurnMeter } from './live/index.ts';
import { countWaitingDeliveries, type DeliveryMeter } from './webhooks/index.ts';

export function createRefusalCounter(registry: Registry): { edge(): void; key(): void } {
  const refusals = new Counter({
    name: 'parley_rate_refusals_total',
    help: 'Requests refused by a rate limit, by layer',
    labelNames: ['layer'],
    registers: [registry],
  });
  refusals.inc({ layer: 'edge' }, 0);
  refusals.inc({ layer: 'key' }, 0);
  return { edge: () => refusals.inc({ layer: 'edge' }), key: () => refusals.inc({ layer: 'key' }) };
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
export function createTurnMeter(registry: Registry): TurnMeter {
  const window = {
    percentiles: [0.5, 0.95, 0.99],
    maxAgeSeconds: 600,
    ageBuckets: 5,
    pruneAgedBuckets: true,
  };
  const firstSentence = new Summary({
    name: 'parley_turn_first_sentence_seconds',
    help: 'From a user’s message to the first sentence of the answer',
    labelNames: ['avatar'],
    registers: [registry],
    ...window,
  });
  const whole = new Summary({
    name: 'parley_turn_seconds',
    help: 'From a user’s message to the end of the answer',
    labelNames: ['avatar'],
    registers: [registry],
    ...window,
  });
  const turns = new Counter({
    name: 'parley_turns_total',
    help: 'Questions asked of brains, by how they ended',
    labelNames: ['avatar', 'outcome'],
    registers: [registry],
  });
  return {
    count(avatarId, outcome, firstSentenceMs, totalMs) {
      const avatar = String(avatarId);
      turns.inc({ avatar, outcome });
      if (firstSentenceMs !== null) firstSentence.observe({ avatar }, firstSentenceMs / 1000);
      whole.observe({ avatar }, totalMs / 1000);
    },
  };
}

export function countSessions(registry: Registry, size: () => number): void {
  new Gauge({
    name: 'parley_live_sessions',
    help: 'Sessions alive in this process',
    registers: [registry],
    collect() {
      this.set(size());
    },
  });
}

const statesEveryMs = 5_000;

/** What the delivery engine does, and how much waits for it; counted at most every few seconds. */
export function createDeliveryMeter(registry: Registry, sql: Sql, clock: Clock): DeliveryMeter {
  const attempts = new Counter({
    name: 'parley_delivery_attempts_total',
    help: 'Attempts to deliver, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const latency = new Histogram({
    name: 'parley_delivery_latency_seconds',
    help: 'From an event to the receiver’s 2xx',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120, 600, 3600, 86_400],
    registers: [registry],
  });
  const depth = new Gauge({
    name: 'parley_deliveries_waiting',
    help: 'Deliveries due or scheduled',
    registers: [registry],
  });
  const oldest = new Gauge({
    name: 'parley_delivery_oldest_due_seconds',
    help: 'Age of the oldest due delivery of an active webhook',
    registers: [registry],
  });
  let countedAt = 0;
  new Gauge({
    name: 'parley_deliveries_held',
    help: 'Deliveries held per paused webhook',
    labelNames: ['webhook'],
    registers: [registry],
    async collect() {
      if (clock.now() - countedAt < statesEveryMs) return;
      countedAt = clock.now();
      const rows = await countWaitingDeliveries(sql, clock.now());
      this.reset();
      for (const { webhookId, held, count } of rows) if (held) this.set({ webhook: webhookId }, count);
      depth.set(rows.reduce((sum, row) => sum + (row.held ? 0 : row.count), 0));
      oldest.set(Math.max(0, ...rows.map((row) => (row.held ? 0 : row.oldestDueMs / 1000))));
    },
  });
  return {
    attempt(result, { eventAt }) {
      const outcome = result.success ? 'delivered' : (result.stage ?? 'refused');
      attempts.inc({ outcome });
      if (result.success) latency.observe((result.startedAtMs + result.durationMs - eventAt) / 1000);
    },
  };
}
