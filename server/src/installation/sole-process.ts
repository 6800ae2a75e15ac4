import type { Sql } from '../db/index.ts';

const lockKey = 7_281_993_402;
const patienceMs = 3_000;
const retryMs = 100;

/** Another process of the service works on this database. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse';
}

/**
 * Live sessions and limits are kept in this process, so a second one on the same database would answer wrongly.
 * The lock lives on a connection of its own and goes with it; one left by a killed process goes within moments.
 */
export async function beSoleProcess(sql: Sql): Promise<AsyncDisposable> {
  // A reservation waits for ever on a connection that nothing else has opened.
  await sql`select 1`;
  const connection = await sql.reserve();
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    const [row] = await connection<{ held: boolean }[]>`select pg_try_advisory_lock(${lockKey}) as held`;
    if (row?.held) break;
    if (Date.now() > giveUpAt) {
      connection.release();
      throw new DatabaseInUse(
        'Another Parley process works on this database. Stop it first: several processes on one database are not supported yet.',
      );
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
  return {
    async [Symbol.asyncDispose]() {
      await connection`select pg_advisory_unlock(${lockKey})`.catch(() => {});
      connection.release();
    },
  };
}
