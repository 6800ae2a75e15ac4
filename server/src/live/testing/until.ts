import { waitFor } from '../../processes/index.ts';
import { stateDeadlineMs } from '../../testing/index.ts';

/** Waits for a state. If it does not come, fails with its name. */
export async function until<T>(
  what: string | (() => string),
  probe: () => T | undefined | false | null | Promise<T | undefined | false | null>,
  limitMs: number = stateDeadlineMs,
): Promise<T> {
  const found = await waitFor(
    async () => {
      const value = await probe();
      return value === false || value === null ? undefined : value;
    },
    { limitMs, everyMs: 15 },
  );
  if (found !== undefined) return found;
  throw new Error(`waited in vain: ${typeof what === 'string' ? what : what()}`);
}
