import { sleep } from '../kernel/index.ts';

const retryAfterMs = [50, 100, 200, 400, 800, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000];

/** Faults of the way to the database, or of a database that is restarting: the same statement may succeed later. */
const passing = /^(08|57P0|ECONN|EPIPE|ENOENT|CONNECTION_|CONNECT_TIMEOUT|40001|40P01|53300)/;

export function isTransient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && passing.test(String(error.code));
}

/**
 * Tries again while the database is away, for about ten seconds. Only for work that may run twice: a commit whose
 * answer was lost is done again.
 */
export async function withRetry<T>(work: () => PromiseLike<T>): Promise<T> {
  for (const waitMs of retryAfterMs) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await sleep(waitMs);
    }
  }
  return await work();
}
