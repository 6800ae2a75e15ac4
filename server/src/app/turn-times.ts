import type { Metric, Registry } from 'prom-client';
import type { Clock } from '../kernel/index.ts';

const windowMs = 600_000;
/** For an avatar that answers more often than this in ten minutes, the latest times are enough. */
const keptTimes = 1_024;
const quantiles = [0.5, 0.95, 0.99];

/** The latest times of one avatar, in a ring buffer. Percentiles are computed only when they are read. */
class LatestTimes {
  sum = 0;
  count = 0;
  readonly #seconds: number[] = [];
  readonly #atMs: number[] = [];

  add(seconds: number, nowMs: number): void {
    const slot = this.count % keptTimes;
    this.#seconds[slot] = seconds;
    this.#atMs[slot] = nowMs;
    this.count += 1;
    this.sum += seconds;
  }

  since(fromMs: number): number[] {
    return this.#seconds.filter((_, slot) => (this.#atMs[slot] ?? 0) > fromMs).sort((a, b) => a - b);
  }
}

/**
 * A summary for the registry: percentiles per avatar over the last ten minutes. The library's own summary updates a
 * digest at every observation, which takes about 8 µs, twice a turn.
 */
export function createTurnTimes(registry: Registry, clock: Clock, described: { name: string; help: string }) {
  const times = new Map<number, LatestTimes>();
  const { name } = described;
  const valuesOf = (avatarId: number, latest: LatestTimes) => {
    const recent = latest.since(clock.monotonicMs() - windowMs);
    if (recent.length === 0) {
      times.delete(avatarId);
      return [];
    }
    const avatar = String(avatarId);
    return [
      ...quantiles.map((quantile) => ({
        labels: { quantile, avatar },
        value: recent[Math.ceil(recent.length * quantile) - 1] ?? 0,
      })),
      { metricName: `${name}_sum`, labels: { avatar }, value: latest.sum },
      { metricName: `${name}_count`, labels: { avatar }, value: latest.count },
    ];
  };
  const kind = { ...described, type: 'summary', aggregator: 'sum' };
  const metric = {
    ...kind,
    get: async () => ({
      ...kind,
      values: [...times].flatMap(([avatarId, latest]) => valuesOf(avatarId, latest)),
    }),
    reset: () => times.clear(),
  };
  // The registry uses only these parts of a metric, although its types ask for more.
  registry.registerMetric(metric as unknown as Metric);

  return {
    add(avatarId: number, seconds: number): void {
      let latest = times.get(avatarId);
      if (latest === undefined) {
        latest = new LatestTimes();
        times.set(avatarId, latest);
      }
      latest.add(seconds, clock.monotonicMs());
    },
  };
}
