import { sleep } from '../kernel/index.ts';

const retryAfterMs = [50, 100, 200, 400, 800, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000];

/**
 * Errors of the network or the connection, or from a database that restarts, is read-only (25006) or has no room (53);
 * waiting for too long for a lock (55P03), an answer (57014) or a connection; a transaction that was idle for too long
 * (25P03) or collided with another one. The same statement may succeed later. After CONNECTION_ENDED it never does: this process has closed its connections.
 */
const passing =
  /^(08|57P0|53|25006|25P03|40001|40P01|55P03|57014|POOL_TIMEOUT|ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|CONNECTION_(?!ENDED)|CONNECT_TIMEOUT)/;

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
