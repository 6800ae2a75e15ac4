import type { Sql } from '../../db/index.ts';
import type { Clock, Log } from '../../kernel/index.ts';

const sweepEveryMs = 3_600_000;
/** Our clock and the database's may differ; a token must not become new again by that. */
const keptForMs = 3_600_000;

/** Forgets the use of tokens that have expired anyway, at the start and every hour. */
export function startTokenSweep(sql: Sql, clock: Clock, log: Log): AsyncDisposable {
  const sweep = () =>
    forgetExpiredTokens(sql, clock.now()).catch((error: unknown) => {
      log.warn({ err: error }, 'used tokens could not be forgotten');
    });
  let last: Promise<unknown> = sweep();
  const timer = setInterval(() => {
    last = sweep();
  }, sweepEveryMs);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await last;
    },
  };
}

export async function forgetExpiredTokens(sql: Sql, nowMs: number): Promise<number> {
  const { count } = await sql`
    delete from used_tokens where expires_at < to_timestamp(${nowMs - keptForMs}::bigint / 1000.0)`;
  return count;
}
