import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sleep } from './sleep.ts';

describe('sleep', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Whether a sleep has ended, as far as microtasks can tell. */
  function watched(sleeping: Promise<void>) {
    const state = { isOver: false };
    void sleeping.then(() => {
      state.isOver = true;
    });
    return state;
  }

  it('resolves after the given time, not before', async () => {
    const state = watched(sleep(1_000));
    await vi.advanceTimersByTimeAsync(999);
    expect(state.isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(state.isOver).toBe(true);
  });

  it('resolves when the signal aborts, and clears its timer', async () => {
    const controller = new AbortController();
    const sleeping = sleep(1_000, controller.signal);
    expect(vi.getTimerCount()).toBe(1);
    controller.abort();
    await sleeping;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('resolves at once if the signal has already aborted', async () => {
    await sleep(1_000, AbortSignal.abort());
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves no listener on the signal, however it ends', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const sleeping = sleep(1_000, signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await sleeping;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    const second = sleep(1_000, signal);
    controller.abort();
    await second;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
