import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Caller, FairQueue } from './fair-queue.ts';

const callerOf = (name: string, account = 'acc_1'): Caller => ({ account, name });
const [a, b, c] = [callerOf('a'), callerOf('b'), callerOf('c')];

describe('turns of callers', () => {
  it('[SP24] come in the order of arrival while no caller has sound', () => {
    const order = new FairQueue<string>();
    order.add(a, 'a1', 0);
    order.add(b, 'b1', 1);
    order.add(a, 'a2', 2);
    expect([order.take(3), order.take(3), order.take(3), order.take(3)]).toEqual([
      'a1',
      'b1',
      'a2',
      undefined,
    ]);
  });

  it('[SP24] go first to a newcomer while the others have sound', () => {
    const order = new FairQueue<string>();
    order.made(a, 5_000, 0);
    order.add(a, 'a1', 10);
    order.add(b, 'b1', 2_000);
    expect([order.take(3_000), order.take(3_000)]).toEqual(['b1', 'a1']);
  });

  it('[SP24] go first to the one whose sound is about to run out, however long a newcomer waits', () => {
    const order = new FairQueue<string>();
    order.made(a, 5_000, 0);
    order.made(b, 4_500, 0);
    order.add(a, 'a1', 10);
    order.add(b, 'b1', 10);
    order.add(c, 'c1', 20);
    expect([order.take(4_000), order.take(4_000), order.take(4_000)]).toEqual(['b1', 'a1', 'c1']);
  });

  it('[SP24] a caller that was interrupted is due immediately', () => {
    const order = new FairQueue<string>();
    order.made(a, 60_000, 0);
    order.silenced(a, 100);
    order.add(a, 'a1', 200);
    order.add(b, 'b1', 300);
    expect(order.take(300)).toBe('a1');
  });

  it('[SP24] keep the order of each caller and lose nothing', () => {
    const callers = { a, b: callerOf('b', 'acc_2'), c };
    const step = fc.record({
      caller: fc.constantFrom('a' as const, 'b' as const, 'c' as const),
      made: fc.nat(3_000),
      takes: fc.nat(2),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const order = new FairQueue<{ caller: string; number: number }>();
        const taken: { caller: string; number: number }[] = [];
        const take = (now: number) => {
          const job = order.take(now);
          if (job !== undefined) taken.push(job);
        };
        steps.forEach(({ caller, made, takes }, number) => {
          order.add(callers[caller], { caller, number }, number);
          order.made(callers[caller], made, number);
          for (let count = 0; count < takes; count += 1) take(number);
        });
        for (const _ of steps) take(steps.length);
        expect(taken).toHaveLength(steps.length);
        for (const caller of ['a', 'b', 'c']) {
          const numbers = taken.filter((job) => job.caller === caller).map(({ number }) => number);
          expect(numbers).toEqual(numbers.toSorted((left, right) => left - right));
        }
      }),
    );
  });

  it('[SP75] an account with a hundred callers, all about to run out, gets no more than another with one', () => {
    const order = new FairQueue<string>();
    const crowd = Array.from({ length: 100 }, (_, i) => callerOf(`crowd ${i}`, 'hostile'));
    const x = callerOf('x', 'honest');
    for (const caller of crowd) {
      order.made(caller, 1_000, 0);
      for (let i = 0; i < 10; i++) order.add(caller, 'hostile', 10);
    }
    order.take(20);
    for (let i = 0; i < 20; i++) order.add(x, 'honest', 500);
    const taken = Array.from({ length: 40 }, (_, i) => {
      const job = order.take(900);
      order.made(job === 'honest' ? x : (crowd[i] ?? x), 1_000, 900);
      return job;
    });
    expect(taken.slice(0, 10)).toContain('honest');
    expect(taken.filter((job) => job === 'honest').length).toBeGreaterThanOrEqual(16);
  });
});
