import type { Queries } from '../../db/index.ts';
import { type CanaryTurn, fewestTimes, turnsRead } from './verdict.ts';

/** Their turns are among those that are read, unless they are very short. */
const sessionsRead = 200;

type Trial = { readonly avatarId: number; readonly trial: number };

/** The canary's latest turns in this trial, newest first. A LOGIN that it refused counts as a failed turn. */
export async function readCanaryTurns(sql: Queries, { avatarId, trial }: Trial): Promise<CanaryTurn[]> {
  return await sql<CanaryTurn[]>`
    select failed, "firstSentenceMs" from (
      select id, end_reason, ended_by, ended_at from sessions
      where avatar_id = ${avatarId} and canary and second_trial = ${trial} and second_trial > 0
      order by created_at desc limit ${sessionsRead}
    ) as latest cross join lateral (
      select received_at as at, outcome = 'failed' as failed,
        (extract(epoch from first_sentence_at - received_at) * 1000)::integer as "firstSentenceMs"
      from turns where session_id = latest.id and kind = 'chat'
      union all
      select latest.ended_at, true, null where end_reason = 'auth_failed' and ended_by = 'endpoint'
    ) as turn
    order by at desc limit ${turnsRead}`;
}

/** The 95th percentile of the first brain's times to the first sentence, in the same trial. Null if it has few. */
export async function readFirstP95(sql: Queries, { avatarId, trial }: Trial): Promise<number | null> {
  const [row] = await sql<{ p95: number | null; count: number }[]>`
    select percentile_disc(0.95) within group (order by took)::integer as p95, count(*)::integer as count from (
      select extract(epoch from first_sentence_at - received_at) * 1000 as took
      from (
        select id from sessions where avatar_id = ${avatarId} and not canary and second_trial = ${trial}
          and second_trial > 0
        order by created_at desc limit ${sessionsRead}
      ) as latest join turns on session_id = latest.id
      where kind = 'chat' and first_sentence_at is not null
      order by received_at desc limit 500
    ) as times`;
  return row !== undefined && row.count >= fewestTimes ? row.p95 : null;
}
