import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { roundClock } from './clock.ts';
import { afterThisRound, atRoundEnd } from './round.ts';

describe('a round', () => {
  it('ends with all that was to be written, in the order in which it was announced', async () => {
    const written: number[] = [];
    for (let i = 0; i < 5; i++) afterThisRound({ flush: () => void written.push(i) });
    await null;
    expect(written).toEqual([]);
    await nextRound();
    expect(written).toEqual([0, 1, 2, 3, 4]);
  });

  it('of many is written before its end, each once', async () => {
    const written: number[] = [];
    for (let i = 0; i < 40; i++) {
      afterThisRound({ flush: () => void written.push(i) });
      if (i % 16 === 15) await new Promise<void>((resolve) => process.nextTick(resolve));
    }
    expect(written).toHaveLength(32);
    await nextRound();
    expect(written).toEqual(Array.from({ length: 40 }, (_, i) => i));
  });

  it('keeps some for its very end', async () => {
    const written: number[] = [];
    for (let i = 0; i < 40; i++) atRoundEnd({ flush: () => void written.push(i) });
    await new Promise<void>((resolve) => process.nextTick(resolve));
    expect(written).toEqual([]);
    await nextRound();
    expect(written).toHaveLength(40);
  });

  it('may announce more while it is written', async () => {
    const written: string[] = [];
    const second = { flush: () => void written.push('second') };
    afterThisRound({
      flush: () => {
        written.push('first');
        afterThisRound(second);
      },
    });
    await nextRound();
    await nextRound();
    expect(written).toEqual(['first', 'second']);
  });

  it('has one time', async () => {
    const { now, monotonicMs } = roundClock;
    const first = [now(), monotonicMs()];
    const until = performance.now() + 3;
    while (performance.now() < until);
    expect([now(), monotonicMs()]).toEqual(first);
    await nextRound();
    await nextRound();
    expect(monotonicMs()).toBeGreaterThanOrEqual(until);
    expect(Math.abs(now() - Date.now())).toBeLessThan(60_000);
  });
});
