const askEveryMs = 2_000;
/** Other processes adopt its sessions long before. */
const maxMissed = 10;

/** Until it is ready, a worker loads the program and may not answer for a while. */
const readyWithinMs = 120_000;

/** A worker, as its parent sees it. */
export type WatchedWorker = {
  ask(): void;
  onAnswer(listener: () => void): void;
  onReady(listener: () => void): void;
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
  const look = () => {
    if (missed >= maxMissed) return worker.kill();
    missed += 1;
    worker.ask();
  };
  let asking: NodeJS.Timeout | undefined;
  const starting = setTimeout(() => worker.kill(), readyWithinMs).unref();
  worker.onReady(() => {
    clearTimeout(starting);
    asking ??= setInterval(look, askEveryMs).unref();
  });
  worker.onAnswer(() => {
    missed = 0;
  });
  worker.onExit(() => {
    clearTimeout(starting);
    clearInterval(asking);
  });
}
