import type { Timers } from '../connection/timers.ts';

export type ManualTimers = Timers & {
  /** Runs the tasks that become due, in order. */
  advance(ms: number): void;
  readonly pending: number;
};

type Task = { readonly at: number; readonly run: () => void };

/** Timers whose clock moves only by `advance`. */
export function manualTimers(): ManualTimers {
  let now = 0;
  const tasks = new Set<Task>();
  const nextUntil = (end: number): Task | undefined =>
    [...tasks].filter((task) => task.at <= end).sort((a, b) => a.at - b.at)[0];
  return {
    now: () => now,
    after: (delayMs, run) => {
      const task = { at: now + delayMs, run };
      tasks.add(task);
      return task;
    },
    cancel: (timer) => {
      tasks.delete(timer as Task);
    },
    advance: (ms) => {
      const end = now + ms;
      for (let task = nextUntil(end); task !== undefined; task = nextUntil(end)) {
        tasks.delete(task);
        now = task.at;
        task.run();
      }
      now = end;
    },
    get pending() {
      return tasks.size;
    },
  };
}
