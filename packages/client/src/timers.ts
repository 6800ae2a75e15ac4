/** Time, as the client needs it; tests bring their own. */
export interface Timers {
  /** Milliseconds from any fixed moment; never goes back. */
  now(): number;
  after(delayMs: number, task: () => void): unknown;
  cancel(timer: unknown): void;
}

export const systemTimers: Timers = {
  now: () => performance.now(),
  after: (delayMs, task) => setTimeout(task, delayMs),
  cancel: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};
