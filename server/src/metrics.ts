import { Counter, Gauge, type Registry, Summary } from 'prom-client';
import type { TurnMeter } from './live/index.ts';

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
