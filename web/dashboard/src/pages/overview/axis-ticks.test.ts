import { describe, expect, it } from 'vitest';
import { bucketLabel, timeTicks, valueTicks } from './axis-ticks.ts';

describe('the ticks of a chart', () => {
  it.each<[number, number[]]>([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [11, [0, 5, 10, 15]],
    [28, [0, 10, 20, 30]],
    [400, [0, 100, 200, 300, 400]],
    [1_234, [0, 500, 1_000, 1_500]],
  ])('are round numbers up to %i', (largest, ticks) => {
    expect(valueTicks([0, largest])).toEqual(ticks);
  });

  it('are every fourth hour of a day', () => {
    const midnight = new Date(2026, 4, 3).getTime();
    const hours = Array.from({ length: 24 }, (_, hour) => midnight + hour * 3_600_000);
    expect(timeTicks(hours, '24h')).toEqual(['00:00', '04:00', '08:00', '12:00', '16:00', '20:00']);
  });

  it('end with today', () => {
    const today = new Date(2026, 4, 30).getTime();
    const days = Array.from({ length: 30 }, (_, index) => new Date(2026, 4, 1 + index).getTime());
    expect(timeTicks(days, '30d').at(-1)).toBe(bucketLabel(today, '30d'));
    expect(timeTicks(days, '30d')).toHaveLength(6);
    expect(timeTicks(days.slice(-7), '7d')).toHaveLength(7);
  });
});
