import { Counter, Histogram, type Registry } from 'prom-client';
import type { Route } from './route.ts';

export type RequestMeter = { count(route: Route | undefined, status: number, elapsedMs: number): void };

const boundsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Requests and their times per route. Counted in plain arrays and handed to the registry only when it is read:
 * label look-ups on every request cost more than the fastest routes themselves.
 */
export function createRequestMeter(registry: Registry): RequestMeter {
  const tallies = new Map<Route | undefined, Tally>();
  const requests = new Counter({
    name: 'parley_http_requests_total',
    help: 'Requests answered, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, statuses } of tallies.values()) {
        for (const [status, count] of statuses) this.inc({ ...labels, status: String(status) }, count);
      }
    },
  });
  const durations = new Histogram({
    name: 'parley_http_request_duration_seconds',
    help: 'Time from a request’s head to the end of its answer',
    labelNames: ['method', 'route'],
    buckets: boundsSeconds,
    registers: [registry],
  });
  void requests;

  return {
    count(route, status, elapsedMs) {
      let tally = tallies.get(route);
      if (tally === undefined) {
        const labels = { method: route?.method ?? 'other', route: route?.path ?? 'unknown' };
        tally = { labels, statuses: new Map(), observe: durations.labels(labels) };
        tallies.set(route, tally);
      }
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
      tally.observe.observe(elapsedMs / 1000);
    },
  };
}

type Tally = {
  labels: { method: string; route: string };
  statuses: Map<number, number>;
  observe: { observe(seconds: number): void };
};
