import { Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createDurations, exposeDurations } from './durations.ts';

const name = 'waited_seconds';
const help = 'How long it took';
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

it('reads exactly as the library’s own histogram of the same times, bounds and extremes among them', async () => {
  const seconds = [0, 0.0009, 0.001, 0.0010001, 0.3, 10, 10.5, 3600, ...buckets];
  const labels = { route: '/a "quoted" one', method: 'GET' };
  const own = new Registry();
  const durations = createDurations();
  for (const each of seconds) durations.add(each);
  exposeDurations(own, { name, help, all: () => [{ labels, durations }] });

  const theirs = new Registry();
  const histogram = new Histogram({
    name,
    help,
    buckets,
    labelNames: ['route', 'method'],
    registers: [theirs],
  });
  for (const each of seconds) histogram.observe(labels, each);

  expect(await own.metrics()).toBe(await theirs.metrics());
});

it('is there, without values, before anything was counted', async () => {
  const registry = new Registry();
  exposeDurations(registry, { name, help, all: () => [] });
  expect(await registry.metrics()).toBe(`# HELP ${name} ${help}\n# TYPE ${name} histogram\n`);
});
