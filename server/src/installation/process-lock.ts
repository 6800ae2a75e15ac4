import { connect, type Sql } from '../db/index.ts';
import { sleep } from '../kernel/index.ts';

export const lockKey = 7_281_993_402;
const defaultPatienceMs = 3_000;
const retryMs = 100;

/** Another process of the service uses this database. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse';
}

export type ProcessLock = AsyncDisposable & {
  /** Resolves if the lock was lost with its connection and another process has taken it since. */
  readonly replaced: Promise<void>;
};

/** `alone`: no other process may use the database. `shared`: other `shared` processes may. */
export type LockMode = 'alone' | 'shared';

/**
 * A process that runs alone keeps live sessions and limits in its own memory, so a second one on the same database
 * would answer wrongly. The lock belongs to a separate connection and is released with it, also when the process is
 * killed.
 */
export async function acquireProcessLock(
  databaseUrl: string,
  mode: LockMode = 'alone',
  patienceMs = defaultPatienceMs,
): Promise<ProcessLock> {
  const replaced = Promise.withResolvers<void>();
  let state: 'starting' | 'held' | 'retaking' | 'over' = 'starting';
  const sql = connect({
    url: databaseUrl,
    max: 1,
    isPersistent: true,
    applicationName: 'parley lock',
    onclose: () => {
      if (state === 'held') void retake();
    },
  });

  const take = async (): Promise<boolean> => {
    for (const giveUpAt = Date.now() + patienceMs; ; await sleep(retryMs)) {
      if (await holds(sql, mode)) return true;
      if (Date.now() > giveUpAt) return false;
    }
  };
  const retake = async (): Promise<void> => {
    state = 'retaking';
    while (state === 'retaking') {
      try {
        if (!(await take())) return replaced.resolve();
        if (state === 'retaking') state = 'held';
      } catch {
        // The database is unavailable, so no other process can take the lock either.
        await sleep(retryMs);
      }
    }
  };
  const end = async () => {
    state = 'over';
    await sql.end({ timeout: 1 });
  };

  try {
    if (!(await take())) {
      throw new DatabaseInUse(
        mode === 'alone'
          ? 'Another Parley process uses this database. Stop it first, or set REDIS_URL for all of them.'
          : 'A Parley process without REDIS_URL uses this database alone. Stop it first.',
      );
    }
  } catch (error) {
    await end();
    throw error;
  }
  state = 'held';
  return { replaced: replaced.promise, [Symbol.asyncDispose]: end };
}

async function holds(sql: Sql, mode: LockMode): Promise<boolean> {
  const [row] =
    mode === 'alone'
      ? await sql<{ held: boolean }[]>`select pg_try_advisory_lock(${lockKey}) as held`
      : await sql<{ held: boolean }[]>`select pg_try_advisory_lock_shared(${lockKey}) as held`;
  return row?.held ?? false;
}
