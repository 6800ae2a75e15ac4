import type { Sql } from './connections/connect.ts';

/** Runs the work in one process at a time. A lock belongs to a connection and is released with it, also in a crash. */
export async function withLock<T>(sql: Sql, name: string, work: () => Promise<T>): Promise<T> {
  const connection = await sql.reserve();
  try {
    // Another process may need longer for its work than a statement may wait for a lock.
    await connection`select set_config('lock_timeout', '0', false), set_config('statement_timeout', '0', false)`;
    await connection`select pg_advisory_lock(hashtext(${name}))`;
    return await unlockAfter(connection, name, work);
  } finally {
    await connection`reset lock_timeout`.catch(() => {});
    await connection`reset statement_timeout`.catch(() => {});
    connection.release();
  }
}

/** Runs the work, unless another process is running it. */
export async function unlessLocked(sql: Sql, name: string, work: () => Promise<void>): Promise<void> {
  const connection = await sql.reserve();
  try {
    const [row] = await connection<{ held: boolean }[]>`
      select pg_try_advisory_lock(hashtext(${name})) as held`;
    if (row?.held) await unlockAfter(connection, name, work);
  } finally {
    connection.release();
  }
}

async function unlockAfter<T>(
  connection: Awaited<ReturnType<Sql['reserve']>>,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    // If the connection is lost, the lock is released anyway.
    await connection`select pg_advisory_unlock(hashtext(${name}))`.catch(() => {});
  }
}
