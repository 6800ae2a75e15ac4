import { sleep } from '../kernel/index.ts';

const retryAfterMs = [50, 100, 200, 400, 800, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000];

/**
 * Errors of the network or the connection, or from a database that restarts, is read-only (25006) or has no room (53).
 * The same statement may succeed later. After CONNECTION_ENDED it never does: this process has closed its connections.
 */
const passing =
  /^(08|57P0|53|25006|40001|40P01|ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|CONNECTION_(?!ENDED)|CONNECT_TIMEOUT)/;

export function isTransient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && passing.test(String(error.code));
}

/**
 * Retries while the database is unavailable, for about ten seconds. Use it only for work that may run twice: a commit
 * whose confirmation was lost is repeated.
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
