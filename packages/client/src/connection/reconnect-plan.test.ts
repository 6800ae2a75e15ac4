import { graceMs } from '@parley/protocol/wire';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextTry, planReconnect } from './reconnect-plan.ts';

describe('the plan for reconnecting', () => {
  test('every try is inside the window, the waits are bounded, and the tries end', () => {
    const randoms = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
      minLength: 100,
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), randoms, (afterMs, numbers) => {
        let now = 5000;
        let plan = planReconnect(now, graceMs, afterMs);
        for (const random of numbers) {
          const next = nextTry(plan, now, random);
          if (next === null) return now >= plan.until;
          expect(next.delayMs).toBeGreaterThan(0);
          expect(next.delayMs).toBeLessThanOrEqual(Math.max(4000, afterMs + 1000));
          now += next.delayMs;
          plan = next.plan;
          expect(now).toBeGreaterThanOrEqual(5000 + afterMs);
          expect(now).toBeLessThanOrEqual(plan.until);
        }
        return false;
      }),
    );
  });
});
