import type { Log } from '../kernel/index.ts';
import type { Settings } from '../settings/index.ts';

/** How long the parts of a process may take to stop, after its conversations were handed over. */
const partsStopMs = 9_000;

/** How long a process may take to stop. Only processes that Redis links hand their conversations over. */
export const stopTimeMs = ({ REDIS_URL, DRAIN_SECONDS }: Pick<Settings, 'REDIS_URL' | 'DRAIN_SECONDS'>) =>
  partsStopMs + (REDIS_URL === undefined ? 0 : DRAIN_SECONDS * 1_000);

/**
 * Ends this process when its time to stop is over, whatever it still waits for. What it could not store is treated as
 * after a crash.
 */
export function endInTime(stopRequested: Promise<unknown>, limitMs: number, log: Log): void {
  void stopRequested.then(() => {
    setTimeout(() => {
      log.error({ limitMs }, 'could not stop in time, so the process ends now');
      process.exit(1);
    }, limitMs).unref();
  });
}
