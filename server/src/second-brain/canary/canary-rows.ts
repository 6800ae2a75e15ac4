import type { Fragment, Queries } from '../../db/index.ts';
import { isOfTrial, type Trial } from '../trial.ts';
import {
  firstLoginsCompared,
  type Logins,
  loginWindows,
  longestWindow,
  manyLogins,
  minRefusals,
} from './refusals.ts';
import { type CanaryTurn, minTimes, turnsRead } from './stop-rule.ts';

/** Their turns are among those that are read, unless they are very short. */
const sessionsRead = 200;
/** At a share of 1 % the first brain has 9,900 LOGINs while the canary has 100. All of them must be of the same time. */
const firstLoginsRead = 10_000;

/** The canary's latest turns in this trial, newest first. */
export async function readCanaryTurns(sql: Queries, trial: Trial): Promise<CanaryTurn[]> {
  return await sql<CanaryTurn[]>`
    select failed, "firstSentenceMs" from (
      select id from sessions where ${isOfTrial(sql, trial, true)}
      order by created_at desc limit ${sessionsRead}
    ) as latest cross join lateral (
      select received_at as at, outcome = 'failed' as failed,
        (extract(epoch from first_sentence_at - received_at) * 1000)::integer as "firstSentenceMs"
      from turns where session_id = latest.id and kind = 'chat'
    ) as turn
    order by at desc limit ${turnsRead}`;
}

/** The 95th percentile of the first brain's times to the first sentence, in the same trial. Null if it has few. */
export async function readFirstP95(sql: Queries, trial: Trial): Promise<number | null> {
  const [row] = await sql<{ p95: number | null; count: number }[]>`
    select percentile_disc(0.95) within group (order by took)::integer as p95, count(*)::integer as count from (
      select extract(epoch from first_sentence_at - received_at) * 1000 as took
      from (
        select id from sessions where ${isOfTrial(sql, trial, false)}
        order by created_at desc limit ${sessionsRead}
      ) as latest join turns on session_id = latest.id
      where kind = 'chat' and first_sentence_at is not null
      order by received_at desc limit 500
    ) as times`;
  return row !== undefined && row.count >= minTimes ? row.p95 : null;
}

/** Sessions that a brain has accepted or refused. A language model gets no LOGIN, and accepts whom it answers. */
const decided = (sql: Queries, trial: Trial, canary: boolean): Fragment => sql`
  select created_at, login = 'refused' as refused from sessions
  where ${isOfTrial(sql, trial, canary)}
    and (login in ('done', 'refused') or (login = 'none' and exists (
      select from turns where session_id = sessions.id and kind = 'chat' and outcome <> 'failed')))`;

/**
 * The canary's last LOGINs, as many as each window has, and those of the first brain in the same time. If it has none although
 * the canary has many, its last ones before count, also those of earlier trials.
 */
export async function readLogins(sql: Queries, trial: Trial): Promise<Logins[]> {
  const counts = sql`count(*)::integer as logins, (count(*) filter (where refused))::integer as refused`;
  return await sql<Logins[]>`
    select canary.logins, canary.refused, same.logins + before.logins as "firstLogins",
      same.refused + before.refused as "firstRefused", before.logins > 0 as "isEarlier"
    from (
        select size, '-infinity'::timestamptz as begin from unnest(${loginWindows}::integer[]) as size
        union all
        select ${longestWindow}, min(created_at)
        from (${decided(sql, trial, false)} order by created_at desc limit ${firstLoginsCompared}) as latest
      ) as windows
      cross join lateral (
        select ${counts}, min(created_at) as since
        from (${decided(sql, trial, true)} and created_at >= windows.begin order by created_at desc limit size) as latest
      ) as canary
      cross join lateral (
        select ${counts}
        from (${decided(sql, trial, false)} and canary.refused >= ${minRefusals} and created_at >= canary.since
          order by created_at desc limit ${firstLoginsRead}) as latest
      ) as same
      cross join lateral (
        select ${counts}
        from (
          select login = 'refused' as refused from (
            select login, created_at from sessions
            where avatar_id = ${trial.avatarId} and same.logins = 0 and canary.logins >= ${manyLogins}
              and canary.refused >= ${minRefusals} and created_at < canary.since and not canary
            order by created_at desc limit ${sessionsRead}
          ) as sessions where login in ('done', 'refused') order by created_at desc limit ${firstLoginsCompared}
        ) as latest
      ) as before
    order by size`;
}
