import { Counter, Histogram, type Registry } from 'prom-client';
import type { Route } from '../route.ts';

export type RequestMeter = { count(route: Route | undefined, status: number, elapsedMs: number): void };

/** Counts and times requests by route. */
export function createRequestMeter(registry: Registry): RequestMeter {
  const requests = new Counter({
    name: 'parley_http_requests_total',
    help: 'Requests answered, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'parley_http_request_duration_seconds',
    help: 'Time from a request’s head to the end of its answer',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    count(route, status, elapsedMs) {
      const labels = { method: route?.method ?? 'other', route: route?.path ?? 'unknown' };
      requests.inc({ ...labels, status });
      durations.observe(labels, elapsedMs / 1000);
    },
  };
}
