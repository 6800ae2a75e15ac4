import type { Sql } from '../../db/index.ts';
import type { Clock, Log } from '../../kernel/index.ts';

const beatEveryMs = 5_000;

/** Notes from time to time that the service lives, so that the next one knows how long sessions were connected. */
export function startHeartbeat(sql: Sql, clock: Clock, log: Log): AsyncDisposable {
  const beat = () =>
    sql`
      insert into installation (name, value) values ('last-alive', ${String(clock.now())})
      on conflict (name) do update set value = excluded.value`.then(
      () => {},
      (error: unknown) => log.warn({ err: error }, 'the heartbeat could not be written'),
    );
  let last: Promise<void> = beat();
  const timer = setInterval(() => {
    last = beat();
  }, beatEveryMs);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await last;
      await beat();
    },
  };
}

export async function readLastAlive(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ value: string }[]>`select value from installation where name = 'last-alive'`;
  return row === undefined ? null : Number(row.value);
}
