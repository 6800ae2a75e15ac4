import type { Clock } from '../kernel/index.ts';
import type { RateRule } from './bus.ts';
import { nextArrival } from './rate-limit-gcra.ts';

const sweepEvery = 10_000;

/** The rate limits of one process. A full bucket is the same as no bucket, so full ones are deleted. */
export function createMemoryLimits(clock: Pick<Clock, 'monotonicMs'>) {
  const arrivals = new Map<string, number>();
  let untilSweep = sweepEvery;

  const sweep = (nowMs: number) => {
    for (const [bucket, arrivalMs] of arrivals) if (arrivalMs <= nowMs) arrivals.delete(bucket);
    untilSweep = Math.max(sweepEvery, arrivals.size);
  };

  return {
    get size(): number {
      return arrivals.size;
    },
    has: (bucket: string, rule: RateRule): boolean =>
      nextArrival(arrivals.get(bucket) ?? 0, clock.monotonicMs(), rule) !== null,
    take(bucket: string, rule: RateRule): boolean {
      const nowMs = clock.monotonicMs();
      if (--untilSweep <= 0) sweep(nowMs);
      const next = nextArrival(arrivals.get(bucket) ?? 0, nowMs, rule);
      if (next === null) return false;
      arrivals.set(bucket, next);
      return true;
    },
  };
}
