import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CanaryTurns } from './canary-turns.ts';

it('[SB8] 5 % of 2,000 sessions are 100, give or take one, wherever a process begins to count', () => {
  for (let start = 0; start < 100; start++) {
    const turns = new CanaryTurns(() => start / 100);
    const chosen = Array.from({ length: 2_000 }, () => turns.isNext(7, 5)).filter(Boolean).length;
    expect(Math.abs(chosen - 100)).toBeLessThanOrEqual(1);
  }
});

it('[SB8] any hundred sessions in a row have the share, give or take one, and avatars do not share a count', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), fc.nat(99), fc.nat(300), (share, start, skipped) => {
      const turns = new CanaryTurns(() => start / 100);
      const take = (count: number) =>
        Array.from({ length: count }, () => {
          turns.isNext(8, 50);
          return turns.isNext(7, share);
        }).filter(Boolean).length;
      take(skipped);
      expect(Math.abs(take(100) - share)).toBeLessThanOrEqual(1);
    }),
  );
});
