import { Counter, type Registry } from 'prom-client';

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
