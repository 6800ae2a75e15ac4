import type { Sql } from '../../db/index.ts';
import { type Clock, type Log, startInterval } from '../../kernel/index.ts';

const sweepEveryMs = 3_600_000;
/** Our clock and the database's may differ. A token must not become usable again because of that. */
const keptForMs = 3_600_000;

/** Whether a token has opened its session. This does not use it up. */
export async function isTokenUsed(sql: Sql, jti: string): Promise<boolean> {
  return (await sql`select from used_tokens where jti = ${jti}`).count > 0;
}

/** Deletes used tokens that have expired, at the start and every hour. */
export function startTokenSweep(sql: Sql, clock: Clock, log: Log): AsyncDisposable {
  return startInterval({
    everyMs: sweepEveryMs,
    run: () => deleteExpiredTokens(sql, clock.now()),
    onError: (error) => log.warn({ err: error }, 'could not delete expired tokens'),
    runAtStart: true,
  });
}

export async function deleteExpiredTokens(sql: Sql, nowMs: number): Promise<number> {
  const { count } = await sql`
    delete from used_tokens where expires_at < to_timestamp(${nowMs - keptForMs}::bigint / 1000.0)`;
  return count;
}
