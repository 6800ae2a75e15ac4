import type { Sql } from '../../db/index.ts';
import { type Clock, type Log, startInterval } from '../../kernel/index.ts';

const beatEveryMs = 5_000;

/** Stores the time regularly, so that after a crash the next process knows how long sessions were connected. */
export function startHeartbeat(sql: Sql, clock: Clock, log: Log): AsyncDisposable {
  const beat = async () => {
    await sql`
      insert into installation (name, value) values ('last-alive', ${String(clock.now())})
      on conflict (name) do update set value = excluded.value`;
  };
  const onError = (error: unknown) => log.warn({ err: error }, 'could not write the heartbeat');
  const beats = startInterval({ everyMs: beatEveryMs, run: beat, onError, runAtStart: true });
  return {
    async [Symbol.asyncDispose]() {
      await beats[Symbol.asyncDispose]();
      await beat().catch(onError);
    },
  };
}

export async function readLastAlive(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ value: string }[]>`select value from installation where name = 'last-alive'`;
  return row === undefined ? null : Number(row.value);
}
