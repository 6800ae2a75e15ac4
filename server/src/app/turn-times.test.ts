import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../kernel/testing/manual-clock.ts';
import { createTurnTimes } from './turn-times.ts';

function newTimes() {
  const registry = new Registry();
  const clock = manualClock();
  const times = createTurnTimes(registry, clock, { name: 'turn_seconds', help: 'How long a turn took' });
  return { registry, clock, times };
}

describe('times of turns', () => {
  it('are reported as percentiles per avatar, with sum and count', async () => {
    const { registry, times } = newTimes();
    for (let second = 1; second <= 100; second++) times.add(1001, second);
    times.add(1002, 7);
    const lines = (await registry.metrics()).split('\n');
    expect(lines).toEqual([
      '# HELP turn_seconds How long a turn took',
      '# TYPE turn_seconds summary',
      'turn_seconds{quantile="0.5",avatar="1001"} 50',
      'turn_seconds{quantile="0.95",avatar="1001"} 95',
      'turn_seconds{quantile="0.99",avatar="1001"} 99',
      'turn_seconds_sum{avatar="1001"} 5050',
      'turn_seconds_count{avatar="1001"} 100',
      'turn_seconds{quantile="0.5",avatar="1002"} 7',
      'turn_seconds{quantile="0.95",avatar="1002"} 7',
      'turn_seconds{quantile="0.99",avatar="1002"} 7',
      'turn_seconds_sum{avatar="1002"} 7',
      'turn_seconds_count{avatar="1002"} 1',
      '',
    ]);
  });

  it('cover the last ten minutes; an avatar without any is left out', async () => {
    const { registry, clock, times } = newTimes();
    times.add(1001, 100);
    times.add(1002, 100);
    clock.advance(599_000);
    times.add(1001, 1);
    clock.advance(2_000);
    const text = await registry.metrics();
    expect(text).toContain('turn_seconds{quantile="0.99",avatar="1001"} 1\n');
    expect(text).toContain('turn_seconds_count{avatar="1001"} 2\n');
    expect(text).not.toContain('1002');
  });

  it('are the latest ones of an avatar that is asked very often', async () => {
    const { registry, times } = newTimes();
    for (let turn = 0; turn < 3_000; turn++) times.add(1001, turn);
    const text = await registry.metrics();
    expect(text).toContain('turn_seconds{quantile="0.5",avatar="1001"} 2487\n');
    expect(text).toContain('turn_seconds_count{avatar="1001"} 3000\n');
  });
});
