import { describe, expect, it } from 'vitest';
import { manualClock } from '../testing/manual-clock.ts';
import { RecentMisses } from './recent-misses.ts';

describe('recent misses', () => {
  it('are remembered for two seconds from the beginning of the look-up', () => {
    const clock = manualClock();
    const misses = new RecentMisses(clock);
    const beganMs = clock.monotonicMs();
    clock.advance(500);
    misses.add('a', beganMs);
    expect([misses.has('a'), misses.has('b')]).toEqual([true, false]);
    clock.advance(1_499);
    expect(misses.has('a')).toBe(true);
    clock.advance(1);
    expect([misses.has('a'), misses.size]).toEqual([false, 0]);
  });

  it('are limited in number, and can be forgotten', () => {
    const misses = new RecentMisses(manualClock(), { max: 3 });
    for (const key of ['a', 'b', 'a', 'c', 'd']) misses.add(key);
    expect(['a', 'b', 'c', 'd'].filter((key) => misses.has(key))).toEqual(['a', 'c', 'd']);
    misses.forget('c');
    expect(misses.has('c')).toBe(false);
    misses.clear();
    expect(misses.size).toBe(0);
  });
});
