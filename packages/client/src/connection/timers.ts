/** Clock and timers of the client. Tests use their own. */
export interface Timers {
  /** Monotonic, in milliseconds. */
  now(): number;
  after(delayMs: number, task: () => void): unknown;
  cancel(timer: unknown): void;
}

export const systemTimers: Timers = {
  now: () => performance.now(),
  after: (delayMs, task) => setTimeout(task, delayMs),
  cancel: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};
