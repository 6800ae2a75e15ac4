import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../kernel/testing/manual-clock.ts';
import { busContract } from './bus.contract.ts';
import { createMemoryBus } from './memory.ts';
import { createMemoryLimits } from './memory-limits.ts';

describe('the bus in memory', () => {
  busContract(async () => {
    const clock = manualClock();
    const bus = createMemoryBus(clock);
    return { bus, advance: clock.advance, [Symbol.asyncDispose]: () => bus[Symbol.asyncDispose]() };
  });
});

describe('limits in memory', () => {
  /** The same rule in a simple form: a bucket of credit that passing time refills. */
  const plainBucket = (burst: number, rate: number) => {
    const oneMs = 1000 / rate;
    let credit = burst * oneMs;
    return {
      pass(ms: number) {
        credit = Math.min(burst * oneMs, credit + ms);
      },
      take() {
        if (credit < oneMs) return false;
        credit -= oneMs;
        return true;
      },
    };
  };

  it('decide like a bucket of credit, for any rule and any timing', () => {
    const wholeMsRates = fc.constantFrom(1, 2, 4, 5, 8, 10, 20, 25, 40, 50, 100, 125, 200, 250, 500, 1000);
    const rhythm = fc.array(fc.record({ waitMs: fc.nat(300), asks: fc.nat(12) }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), wholeMsRates, rhythm, (burst, rate, steps) => {
        const clock = manualClock();
        const limits = createMemoryLimits(clock);
        const plain = plainBucket(burst, rate);
        for (const { waitMs, asks } of steps) {
          clock.advance(waitMs);
          plain.pass(waitMs);
          for (let i = 0; i < asks; i++) expect(limits.take('b', { burst, rate })).toBe(plain.take());
        }
      }),
      { numRuns: 300 },
    );
  });

  it('forget buckets that are full again', () => {
    const clock = manualClock();
    const limits = createMemoryLimits(clock);
    const rule = { burst: 10, rate: 10 };
    for (let i = 0; i < 25_000; i++) {
      limits.take(`source ${i}`, rule);
      clock.advance(1);
    }
    expect(limits.size).toBeLessThan(12_000);
  });

  it('forget no bucket that is still being filled', () => {
    const clock = manualClock();
    const limits = createMemoryLimits(clock);
    const slow = { burst: 2, rate: 1 };
    limits.take('slow', slow);
    limits.take('slow', slow);
    for (let i = 0; i < 30_000; i++) limits.take(`source ${i}`, slow);
    expect(limits.take('slow', slow)).toBe(false);
  });
});
