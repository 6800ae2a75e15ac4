const askEveryMs = 2_000;
/** Other processes adopt its sessions long before. */
const maxMissed = 10;

/** A worker, as its parent sees it. */
export type WatchedWorker = {
  ask(): void;
  onAnswer(listener: () => void): void;
  onExit(listener: () => void): void;
  /** Like `kill -9`, because a hanging worker does not react to anything else. */
  kill(): void;
};

/**
 * Kills a worker that hangs. Otherwise the system would keep sending connections to it, and they would get no answer.
 * It counts missed answers, not time: after the machine was suspended, a worker can still answer the next question.
 */
export function watchWorker(worker: WatchedWorker): void {
  let missed = 0;
  const timer = setInterval(() => {
    if (missed >= maxMissed) return worker.kill();
    missed += 1;
    worker.ask();
  }, askEveryMs).unref();
  worker.onAnswer(() => {
    missed = 0;
  });
  worker.onExit(() => clearInterval(timer));
}
