import { settleWithin } from './within-ms.ts';

export type IntervalOptions = {
  /** The time from one start to the next. Null: it runs only when `runNow` is called. */
  readonly everyMs: number | null;
  /** The signal aborts when the interval is disposed of. A long run should then end early. */
  run(signal: AbortSignal): unknown;
  /** Reports a failed run. The next run starts as planned. */
  onError(error: unknown): void;
  /** Starts the first run immediately, not after `everyMs`. */
  readonly runAtStart?: boolean;
  /** Disposal waits no longer than this for the run in progress. */
  readonly stopLimitMs?: number;
};

/** Disposing of it waits for the run in progress. */
export type Interval = AsyncDisposable & {
  /** Starts a run, or joins the one in progress. Rejects if the run fails. Does nothing after disposal. */
  runNow(): Promise<void>;
};

/**
 * Repeats a job. Runs never overlap: a run that is due while another one is in progress is skipped. Its timer does not
 * keep the process alive.
 */
export function startInterval(options: IntervalOptions): Interval {
  const { everyMs, onError, runAtStart = false, stopLimitMs = null } = options;
  const stop = new AbortController();
  let inProgress: Promise<void> | null = null;

  const start = async (): Promise<void> => {
    await options.run(stop.signal);
  };
  const runNow = (): Promise<void> => {
    if (stop.signal.aborted) return Promise.resolve();
    inProgress ??= start().finally(() => {
      inProgress = null;
    });
    return inProgress;
  };
  const tick = (): void => {
    if (inProgress === null) runNow().catch(onError);
  };

  const timer = everyMs === null ? undefined : setInterval(tick, everyMs).unref();
  if (runAtStart) tick();

  return {
    runNow,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      stop.abort();
      if (stopLimitMs !== null) await settleWithin(inProgress, stopLimitMs);
      else await inProgress?.catch(() => {});
    },
  };
}
