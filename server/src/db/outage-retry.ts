import { isTransient, withRetry } from './with-retry.ts';

export type OutageRetry = ReturnType<typeof createOutageRetry>;

/** Waits for a database that is unavailable. `onWait` is called each time the database has been unavailable for about ten seconds. */
export function createOutageRetry(onWait: (error: unknown) => void) {
  let isStopping = false;
  let hasGivenUp = false;
  return {
    /** Repeats the work until it succeeds or fails for another reason. Only for work that may run twice. */
    async untilDone<T>(work: () => PromiseLike<T>): Promise<T> {
      for (;;) {
        try {
          // Otherwise each of many batches would take its time before the service stops.
          return await (hasGivenUp ? work() : withRetry(work));
        } catch (error) {
          if (!isTransient(error)) throw error;
          hasGivenUp = isStopping;
          if (isStopping) throw error;
          onWait(error);
        }
      }
    },
    /** From now on, work that fails is repeated only for a short time, all of it together, so that the service can stop. */
    stop(): void {
      isStopping = true;
    },
  };
}
