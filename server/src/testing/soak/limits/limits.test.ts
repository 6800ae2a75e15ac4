import { describe, expect, it } from 'vitest';
import { countRefusedTooEarly, hammerBoth } from './limits.ts';

describe('the limit per key against the running service', () => {
  it('never passes more than burst + rate × elapsed + 1, refuses nothing below it, and eight connections get no more than one', async () => {
    // So low that any machine exceeds it.
    const limit = { burst: 100, rate: 5 };
    for (const result of await hammerBoth(limit, { durationMs: 1_500, refusals: 100 })) {
      const { connections, passed, atMost, refusedTooEarly } = result;
      expect(passed, `${connections} connections`).toBeLessThanOrEqual(atMost);
      expect(refusedTooEarly, `${connections} connections`).toBe(0);
    }
  });

  it('fails the check if it refuses too early, however slow the machine is', () => {
    const at = (ms: number, status: number) => ({ sentAt: ms, answeredAt: ms + 50, status });
    const passed = Array.from({ length: 10 }, (_, index) => at(index * 100, 200));
    const limit = { burst: 10, rate: 1 };
    expect(countRefusedTooEarly([...passed, at(1_000, 429)], limit)).toBe(0);
    expect(countRefusedTooEarly([...passed.slice(1), at(1_000, 429)], limit)).toBe(1);
    expect(countRefusedTooEarly([...passed, at(2_100, 429)], limit)).toBe(1);
  });
});
