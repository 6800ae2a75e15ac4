import type { Metric, Registry } from 'prom-client';

const boundsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How long things took, counted by bucket. */
export type Durations = {
  add(seconds: number): void;
  /** Bucket by bucket, each with how many took at most that long, then the sum and the count of all. */
  read(): { buckets: { le: number | '+Inf'; count: number }[]; sum: number; count: number };
};

export function createDurations(): Durations {
  const counts = new Array<number>(boundsSeconds.length + 1).fill(0);
  let sum = 0;
  return {
    add(seconds) {
      let bucket = 0;
      while (seconds > (boundsSeconds[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      sum += seconds;
    },
    read() {
      let count = 0;
      const buckets = counts.map((each, bucket) => {
        count += each;
        return { le: boundsSeconds[bucket] ?? ('+Inf' as const), count };
      });
      return { buckets, sum, count };
    },
  };
}

type Labelled = { readonly labels: Readonly<Record<string, string>>; readonly durations: Durations };

/** A histogram for the registry. Its own kind looks labels up at every observation; this one only when it is read. */
export function exposeDurations(
  registry: Registry,
  { name, help, all }: { name: string; help: string; all: () => Iterable<Labelled> },
): void {
  const values = ({ labels, durations }: Labelled) => {
    const { buckets, sum, count } = durations.read();
    return [
      ...buckets.map((bucket) => ({
        metricName: `${name}_bucket`,
        labels: { le: bucket.le, ...labels },
        value: bucket.count,
      })),
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  };
  const described = { name, help, type: 'histogram', aggregator: 'sum' };
  const metric = {
    ...described,
    get: async () => ({ ...described, values: [...all()].flatMap(values) }),
    reset() {},
  };
  // The registry asks no more of a metric than this, whatever its types say.
  registry.registerMetric(metric as unknown as Metric);
}
