import type { Rating } from '@parley/protocol/management';
import { rememberedSessions, type Sql } from '../db/index.ts';

/**
 * Stores what the visitor thought of a session, in place of an earlier rating. False if the session is gone, was erased
 * or ended before `endedAfterMs`.
 */
export async function saveRating(
  sql: Sql,
  sessionId: string,
  { stars, comment, at }: Rating,
  endedAfterMs: number,
): Promise<boolean> {
  const isInTime = sql`and (ended_at is null or ended_at > to_timestamp(${endedAfterMs}::bigint / 1000.0))`;
  const { count } = await sql`
    with rated as (${rememberedSessions(sql, [sessionId], isInTime)})
    insert into ratings (session_id, stars, comment, rated_at)
    select id, ${stars}, ${comment}, to_timestamp(${at}::bigint / 1000.0) from rated
    on conflict (session_id) do update
      set stars = excluded.stars, comment = excluded.comment, rated_at = excluded.rated_at`;
  return count > 0;
}

export async function readRating(sql: Sql, sessionId: string): Promise<Rating | null> {
  const [rating] = await sql<Rating[]>`
    select stars, comment, ms(rated_at) as at from ratings where session_id = ${sessionId}`;
  return rating === undefined ? null : { ...rating };
}
