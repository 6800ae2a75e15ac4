import { Counter, type Registry } from 'prom-client';
import { createDurations, type Durations, exposeDurations } from './durations.ts';
import type { Route } from './route.ts';

export type RequestMeter = { count(route: Route | undefined, status: number, elapsedMs: number): void };

type Tally = {
  readonly labels: { readonly method: string; readonly route: string };
  readonly statuses: Map<number, number>;
  readonly durations: Durations;
};

/**
 * Requests and their times per route. Counted in plain arrays and handed to the registry only when it is read:
 * label look-ups on every request cost more than the fastest routes themselves.
 */
export function createRequestMeter(registry: Registry): RequestMeter {
  const tallies = new Map<Route | undefined, Tally>();
  new Counter({
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
  exposeDurations(registry, {
    name: 'parley_http_request_duration_seconds',
    help: 'Time from a request’s head to the end of its answer',
    all: () => tallies.values(),
  });

  return {
    count(route, status, elapsedMs) {
      let tally = tallies.get(route);
      if (tally === undefined) {
        const labels = { method: route?.method ?? 'other', route: route?.path ?? 'unknown' };
        tally = { labels, statuses: new Map(), durations: createDurations() };
        tallies.set(route, tally);
      }
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
      tally.durations.add(elapsedMs / 1000);
    },
  };
}
