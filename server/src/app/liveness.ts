import { connect, poolStateOf, type Sql } from '../db/index.ts';

/** Longer than a statement waits for a connection, so that a moment of overload does not count. */
const defaultStuckMs = 30_000;
const answerWithinSeconds = 3;
/** Anybody may ask, so the database is not asked each time. */
const rememberMs = 5_000;

export type Liveness = {
  /** Why this process must be replaced; null if it is alive. */
  problem(): Promise<string | null>;
};

/**
 * A process is not alive if no connection of its pool becomes free any more. If the database itself does not answer, it
 * stays alive: a new process could not use the database either.
 */
export function createLiveness(deps: {
  readonly sql: Sql;
  readonly databaseUrl: string;
  readonly stuckMs?: number;
}): Liveness {
  const { sql, databaseUrl, stuckMs = defaultStuckMs } = deps;
  let last: { readonly atMs: number; readonly problem: Promise<string | null> } | null = null;
  const look = async (): Promise<string | null> =>
    (await answers(databaseUrl)) && isStuck() ? 'no database connection becomes free any more' : null;
  const isStuck = () => poolStateOf(sql).stuckForMs() > stuckMs;
  return {
    async problem() {
      if (!isStuck()) return null;
      if (last === null || performance.now() - last.atMs > rememberMs)
        last = { atMs: performance.now(), problem: look() };
      return await last.problem;
    },
  };
}

/** Whether the database answers on a connection of its own. */
async function answers(url: string): Promise<boolean> {
  const sql = connect({ url, max: 1, applicationName: 'parley health', waitMs: answerWithinSeconds * 1_000 });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: answerWithinSeconds });
  }
}
