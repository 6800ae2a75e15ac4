import { avatarDeletedTopic } from '../../../avatars/index.ts';
import type { Topics } from '../../../bus/index.ts';
import type { Queries, Sql } from '../../../db/index.ts';
import { type Interval, type Log, startInterval } from '../../../kernel/index.ts';
import type { Sessions } from '../sessions.ts';

export type DeletedAvatarsDeps = {
  readonly sql: Sql;
  readonly topics: Topics;
  readonly sessions: Sessions;
  readonly log: Log;
};

const lookEveryMs = 30_000;
/** A database outage must not keep the service from stopping. */
const stopLimitMs = 1_000;

/**
 * Ends the sessions of deleted avatars. A message makes this happen immediately. A message can be lost or forged, so
 * the database decides.
 */
export function endSessionsOfDeletedAvatars({ sql, topics, sessions, log }: DeletedAvatarsDeps): Interval {
  const end = async (avatarIds: Iterable<number>): Promise<void> => {
    const held = [...new Set(avatarIds)].filter((id) => sessions.countOf(id) > 0);
    if (held.length === 0) return;
    const deleted = await listDeleted(sql, held);
    await Promise.all(deleted.map((id) => sessions.endAllOf(id)));
  };
  const endAll = () => end(Array.from(sessions.all(), ({ identity }) => identity.avatarId));
  const onError = (error: unknown) => log.warn({ err: error }, 'could not look for deleted avatars');
  const interval = startInterval({ everyMs: lookEveryMs, run: endAll, onError, stopLimitMs });
  const subscription = topics.subscribe(
    avatarDeletedTopic,
    (id) => void end([Number(id)]).catch(onError),
    () => void endAll().catch(onError),
  );
  return {
    runNow: () => interval.runNow(),
    async [Symbol.asyncDispose]() {
      subscription[Symbol.dispose]();
      await interval[Symbol.asyncDispose]();
    },
  };
}

async function listDeleted(sql: Queries, ids: readonly number[]): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from avatars where id = any(${[...ids]}::bigint[]) and deleted_at is not null`;
  return rows.map(({ id }) => id);
}
