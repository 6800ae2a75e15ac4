import { vi } from 'vitest';

export type StoppedTimers = Disposable & {
  /** Lets this much time pass for everything that waits. */
  pass(ms: number): void;
};

/** Time limits run out only when the test says so. On a busy machine a short one would run out too early. */
export function stoppedTimers(): StoppedTimers {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return { pass: (ms) => void vi.advanceTimersByTime(ms), [Symbol.dispose]: () => void vi.useRealTimers() };
}
