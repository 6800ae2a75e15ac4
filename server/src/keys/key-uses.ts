import type { Queries, Sql } from '../db/index.ts';
import { type Clock, type Log, startInterval, systemClock } from '../kernel/index.ts';

export type KeyUse = { readonly lastAt: number; readonly today: number };
export type KeyUses = AsyncDisposable & {
  note(keyId: string): void;
  write(): Promise<void>;
  /** Includes what this process has counted and not written yet. */
  read(ids: readonly string[], queries: Queries): Promise<Map<string, KeyUse>>;
};

type Tally = { requests: number; lastMs: number };
const writeMs = 5_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** How often keys are used: counted in memory, written now and then. A crash loses the last seconds of the count. */
export function createKeyUses(deps: {
  sql: Sql;
  clock?: Clock;
  log?: Log;
  writeMs?: number | null;
}): KeyUses {
  const { sql, clock = systemClock } = deps;
  let tallies = new Map<string, Tally>();
  let writing: Promise<void> = Promise.resolve();
  const complain = (error: unknown) => deps.log?.warn({ err: error }, 'could not write the use of keys');

  const write = (): Promise<void> => {
    writing = writing.then(async () => {
      if (tallies.size === 0) return;
      const taken = tallies;
      tallies = new Map();
      try {
        await add(sql, taken);
      } catch (error) {
        for (const [id, { requests, lastMs }] of taken) {
          const tally = tallies.get(id);
          tallies.set(id, {
            requests: requests + (tally?.requests ?? 0),
            lastMs: Math.max(lastMs, tally?.lastMs ?? 0),
          });
        }
        complain(error);
      }
    });
    return writing;
  };
  const interval = startInterval({
    everyMs: deps.writeMs === undefined ? writeMs : deps.writeMs,
    run: write,
    onError: complain,
  });

  return {
    note(keyId) {
      const now = clock.now();
      const tally = tallies.get(keyId);
      if (tally === undefined) tallies.set(keyId, { requests: 1, lastMs: now });
      else {
        tally.requests += 1;
        tally.lastMs = now;
      }
    },
    write,
    async read(ids, queries) {
      // A change of a key reads its uses in its own transaction, which must not wait for another one.
      if (queries === sql) await write();
      const rows = await queries<{ id: string; lastAt: number; today: number }[]>`
        select key_id as id, ms(max(last_at)) as "lastAt",
          coalesce(sum(requests) filter (where day = ${dayOf(clock.now())}::date), 0)::bigint as today
        from key_uses where key_id = any(${[...ids]}::text[]) group by key_id`;
      const uses = new Map(rows.map(({ id, ...use }) => [id, use]));
      for (const id of ids) {
        const tally = tallies.get(id);
        if (tally !== undefined) uses.set(id, withTally(uses.get(id), tally));
      }
      return uses;
    },
    async [Symbol.asyncDispose]() {
      await interval[Symbol.asyncDispose]();
      await write();
    },
  };
}

const withTally = (use: KeyUse | undefined, { requests, lastMs }: Tally): KeyUse => ({
  lastAt: Math.max(use?.lastAt ?? 0, lastMs),
  today: (use?.today ?? 0) + requests,
});

/**
 * The few requests just before midnight count for the next day. A key that was deleted in the meantime is skipped. The
 * order prevents two processes from waiting for each other's rows.
 */
async function add(sql: Sql, tallies: ReadonlyMap<string, Tally>): Promise<void> {
  const entries = [...tallies].map(([id, tally]) => ({ id, ...tally }));
  await sql`
    insert into key_uses (key_id, day, requests, last_at)
    select api_keys.id, use.day::date, use.requests, to_timestamp(use.last / 1000.0)
    from unnest(${entries.map(({ id }) => id)}::text[], ${entries.map(({ lastMs }) => dayOf(lastMs))}::text[],
      ${entries.map(({ requests }) => requests)}::bigint[], ${entries.map(({ lastMs }) => lastMs)}::bigint[])
      as use (id, day, requests, last) join api_keys on api_keys.id = use.id
    order by api_keys.id
    on conflict (key_id, day) do update set requests = key_uses.requests + excluded.requests,
      last_at = greatest(key_uses.last_at, excluded.last_at)`;
}
