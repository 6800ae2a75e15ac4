import { describe, expect, it } from 'vitest';
import { hammerBoth } from './limits.ts';

describe('the limit per key against the running service', () => {
  it('passes never more than 100 + 50 × elapsed + 1, at least 95 % of it, and eight connections get no more than one', {
    timeout: 120_000,
    // Where the machine is too busy to ask often enough, the lower bound says nothing about the limit.
    retry: 2,
  }, async () => {
    for (const { connections, passed, refused, atMost, atLeast } of await hammerBoth(3_000)) {
      expect(passed, `${connections} connections`).toBeLessThanOrEqual(atMost);
      expect(passed, `${connections} connections`).toBeGreaterThanOrEqual(atLeast);
      expect(refused, `${connections} connections asked for no more than they may have`).toBeGreaterThan(20);
    }
  });
});
