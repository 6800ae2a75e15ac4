import type { SessionDirectory } from '../../bus/index.ts';
import type { Queries, Sql } from '../../db/index.ts';
import type { Clock } from '../../kernel/index.ts';

/** If all slots are taken, a visitor who has asked nothing for this long loses their slot to the next one. */
const idleSlotAfterMs = 60_000;

export type SessionSlotsDeps = {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly directory: Pick<SessionDirectory, 'disconnect'>;
};

export type AvatarLimit = { readonly avatarId: number; readonly maxSessions: number };

/**
 * Counts sessions for `maxSessions`, for avatars with a limit. The database counts, for all processes together. Storing
 * the session's first connect time takes the slot, a moment before the session connects. Only a session that has
 * connected takes a slot, and one without questions can lose it. Otherwise one visitor could take all slots by asking
 * for tickets, or by connecting without ever asking anything.
 */
export class SessionSlots {
  readonly #deps: SessionSlotsDeps;

  constructor(deps: SessionSlotsDeps) {
    this.#deps = deps;
  }

  /** Whether a visitor who comes now could get a slot. */
  async hasSlot(limit: AvatarLimit): Promise<boolean> {
    const { sql, clock } = this.#deps;
    if ((await countConnected(sql, limit.avatarId, '')) < limit.maxSessions) return true;
    return (await findEmpty(sql, limit.avatarId, clock.now())) !== null;
  }

  /** Takes a slot. If all are taken, ends a session without questions to free one, at whichever process it is. */
  async take(sessionId: string, limit: AvatarLimit): Promise<boolean> {
    const { sql, clock, directory } = this.#deps;
    if (await reserve(sql, sessionId, limit, clock.now())) return true;
    const empty = await findEmpty(sql, limit.avatarId, clock.now());
    if (empty === null || !(await directory.disconnect(empty, 'limit'))) return false;
    return await reserve(sql, sessionId, limit, clock.now());
  }
}

async function reserve(
  sql: Sql,
  sessionId: string,
  { avatarId, maxSessions }: AvatarLimit,
  nowMs: number,
): Promise<boolean> {
  return await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('places', ${avatarId}))`;
    if ((await countConnected(tx, avatarId, sessionId)) >= maxSessions) return false;
    await tx`
      update sessions set first_connected_at = to_timestamp(${nowMs}::bigint / 1000.0)
      where id = ${sessionId} and state = 'waiting'`;
    return true;
  });
}

async function countConnected(sql: Queries, avatarId: number, besides: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from sessions
    where avatar_id = ${avatarId} and state <> 'ended' and first_connected_at is not null and id <> ${besides}`;
  return row?.count ?? 0;
}

/** The oldest session without any question, if it has gone without one for long enough. */
async function findEmpty(sql: Queries, avatarId: number, nowMs: number): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id from sessions
    where avatar_id = ${avatarId} and state in ('connected', 'dropped')
      and first_connected_at <= to_timestamp(${nowMs - idleSlotAfterMs}::bigint / 1000.0)
      and not exists (select from turns where session_id = sessions.id and kind = 'chat')
    order by first_connected_at limit 1`;
  return row?.id ?? null;
}
