import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type IntervalOptions, startInterval } from './interval.ts';

describe('an interval', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** An interval whose runs end when the test says so. */
  function underTest(more: Partial<IntervalOptions> = {}) {
    const runs: PromiseWithResolvers<void>[] = [];
    const errors: unknown[] = [];
    const signals: AbortSignal[] = [];
    const interval = startInterval({
      everyMs: 100,
      run: (signal) => {
        const run = Promise.withResolvers<void>();
        runs.push(run);
        signals.push(signal);
        return run.promise;
      },
      onError: (error) => errors.push(error),
      ...more,
    });
    return { interval, runs, errors, signals };
  }

  it('runs first after its period, and then again and again', async () => {
    const { runs } = underTest();
    expect(runs).toHaveLength(0);
    for (let count = 1; count <= 3; count++) {
      await vi.advanceTimersByTimeAsync(100);
      expect(runs).toHaveLength(count);
      runs.at(-1)?.resolve();
    }
  });

  it('runs at its start if asked to', () => {
    expect(underTest({ runAtStart: true }).runs).toHaveLength(1);
  });

  it('runs only on request without a period', async () => {
    const { interval, runs } = underTest({ everyMs: null });
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(runs).toHaveLength(0);
    void interval.runNow();
    expect(runs).toHaveLength(1);
  });

  it('never overlaps itself', async () => {
    const { interval, runs } = underTest();
    await vi.advanceTimersByTimeAsync(1_000);
    const joined = interval.runNow();
    expect(runs).toHaveLength(1);
    runs[0]?.resolve();
    await joined;
    await vi.advanceTimersByTimeAsync(100);
    expect(runs).toHaveLength(2);
  });

  it('reports each failure once and continues', async () => {
    const { runs, errors } = underTest();
    await vi.advanceTimersByTimeAsync(300);
    runs[0]?.reject(new Error('first'));
    await vi.advanceTimersByTimeAsync(100);
    runs[1]?.resolve();
    await vi.advanceTimersByTimeAsync(100);
    expect(runs).toHaveLength(3);
    expect(errors).toEqual([new Error('first')]);
  });

  it('reports a run that throws synchronously', async () => {
    const { errors } = underTest({
      run: () => {
        throw new Error('at once');
      },
    });
    await vi.advanceTimersByTimeAsync(200);
    expect(errors).toHaveLength(2);
  });

  it('rejects a requested run that fails, and leaves the report to the caller', async () => {
    const { interval, runs, errors } = underTest();
    const asked = interval.runNow();
    runs[0]?.reject(new Error('no'));
    await expect(asked).rejects.toThrow('no');
    expect(errors).toEqual([]);
  });

  it('tells the run in progress to end, and waits for it', async () => {
    const { interval, runs, signals } = underTest({ runAtStart: true });
    const disposed = vi.fn();
    const disposing = interval[Symbol.asyncDispose]().then(disposed);
    expect(signals[0]?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(disposed).not.toHaveBeenCalled();
    runs[0]?.resolve();
    await disposing;
    await vi.advanceTimersByTimeAsync(10_000);
    await interval.runNow();
    expect(runs).toHaveLength(1);
  });

  it('waits no longer than its limit for the run in progress', async () => {
    const { interval } = underTest({ runAtStart: true, stopLimitMs: 500 });
    const disposed = vi.fn();
    const disposing = interval[Symbol.asyncDispose]().then(disposed);
    await vi.advanceTimersByTimeAsync(400);
    expect(disposed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    await disposing;
  });

  it('reports a run that fails while it is disposed of, and is disposed of all the same', async () => {
    const { interval, runs, errors } = underTest({ runAtStart: true });
    const disposing = interval[Symbol.asyncDispose]();
    runs[0]?.reject(new Error('late'));
    await disposing;
    expect(errors).toEqual([new Error('late')]);
  });
});
