const askEveryMs = 2_000;
/** Others take over its sessions long before. */
const maxMissed = 10;

/** A worker, as its parent watches it. */
export type WatchedWorker = {
  ask(): void;
  onAnswer(listener: () => void): void;
  onExit(listener: () => void): void;
  /** Like `kill -9`, because it does not react to anything else. */
  kill(): void;
};

/**
 * Kills a worker that hangs. The system would lead connections to it for as long as it lives, and they would get no answer.
 * Missed answers are counted, not time: after the machine was suspended, a worker can still answer the next question.
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
