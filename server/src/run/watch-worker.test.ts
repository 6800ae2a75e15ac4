import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchWorker } from './watch-worker.ts';

describe('a worker', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function underTest() {
    let [hangs, kills] = [false, 0];
    let [answer, ready, exit] = [() => {}, () => {}, () => {}];
    watchWorker({
      ask: () => {
        if (!hangs) answer();
      },
      onAnswer: (listener) => {
        answer = listener;
      },
      onReady: (listener) => {
        ready = listener;
      },
      onExit: (listener) => {
        exit = listener;
      },
      kill: () => {
        kills += 1;
        exit();
      },
    });
    return {
      hang: (value: boolean) => {
        hangs = value;
      },
      getReady: () => ready(),
      kills: () => kills,
    };
  }

  it('that never gets ready is killed once, and one that takes a minute is not', async () => {
    const [hanging, slow] = [underTest(), underTest()];
    await vi.advanceTimersByTimeAsync(60_000);
    slow.getReady();
    await vi.advanceTimersByTimeAsync(240_000);
    expect([hanging.kills(), slow.kills()]).toEqual([1, 0]);
  });

  it('that answers is left alone, also after it was late', async () => {
    const { hang, getReady, kills } = underTest();
    getReady();
    await vi.advanceTimersByTimeAsync(60_000);
    for (let i = 0; i < 3; i++) {
      hang(true);
      await vi.advanceTimersByTimeAsync(15_000);
      hang(false);
      await vi.advanceTimersByTimeAsync(5_000);
    }
    expect(kills()).toBe(0);
  });

  it('that hangs is killed once', async () => {
    const { hang, getReady, kills } = underTest();
    getReady();
    hang(true);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(kills()).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(kills()).toBe(1);
  });
});
