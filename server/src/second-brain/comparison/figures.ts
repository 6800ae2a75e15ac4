import type { BrainFigures } from '@parley/protocol/management';
import type { Fragment, Queries } from '../../db/index.ts';
import { isOfTrial, type Trial } from '../trial.ts';

/** Older sessions of a trial are not read: figures must not take longer and longer. */
const sessionsRead = 1_000;

/** The latest sessions of a trial that one of the brains answered. */
export const sessionsOfTrial = (sql: Queries, trial: Trial, canary: boolean): Fragment => sql`
  select id from sessions where ${isOfTrial(sql, trial, canary)}
  order by created_at desc limit ${sessionsRead}`;

const p = (sql: Queries, share: number, value: Fragment) =>
  sql`(percentile_disc(${share}::float8) within group (order by ${value}))::integer`;

/** From stored turns: what visitors got. */
export async function readFigures(sql: Queries, trial: Trial, canary: boolean): Promise<BrainFigures> {
  const [row] = await sql<BrainFigures[]>`
    with latest as materialized (${sessionsOfTrial(sql, trial, canary)}),
      asked as materialized (
        select session_id, number, outcome,
          extract(epoch from first_sentence_at - received_at) * 1000 as first_ms,
          extract(epoch from ended_at - received_at) * 1000 as total_ms,
          (select sum(char_length(message)) from messages
            where messages.session_id = turns.session_id and messages.turn = turns.number
              and speaker = 'avatar' and not from_page) as characters
        from latest join turns on session_id = latest.id where kind = 'chat'
      )
    select (select count(*)::integer from latest) as sessions, count(*)::integer as turns,
      (count(*) filter (where outcome = 'failed'))::integer as failed,
      (count(*) filter (where outcome = 'interrupted'))::integer as interrupted,
      ${p(sql, 0.5, sql`first_ms`)} as "firstSentenceP50Ms", ${p(sql, 0.95, sql`first_ms`)} as "firstSentenceP95Ms",
      ${p(sql, 0.5, sql`total_ms`)} as "totalP50Ms", ${p(sql, 0.95, sql`total_ms`)} as "totalP95Ms",
      (avg(characters) filter (where outcome = 'answered'))::integer as characters,
      (select count(*)::integer from latest join ratings on session_id = latest.id) as ratings,
      (select avg(stars)::float8 from latest join ratings on session_id = latest.id) as stars
    from asked`;
  return row ?? noFigures;
}

/** From stored answers of a shadow. Tags are not a part of what would have been heard. */
export async function readShadowFigures(sql: Queries, trial: Trial): Promise<BrainFigures> {
  const [row] = await sql<BrainFigures[]>`
    with latest as materialized (${sessionsOfTrial(sql, trial, false)})
    select count(distinct session_id)::integer as sessions, count(*)::integer as turns,
      (count(*) filter (where outcome = 'failed'))::integer as failed, null as interrupted,
      ${p(sql, 0.5, sql`first_sentence_ms`)} as "firstSentenceP50Ms",
      ${p(sql, 0.95, sql`first_sentence_ms`)} as "firstSentenceP95Ms",
      ${p(sql, 0.5, sql`total_ms`)} as "totalP50Ms", ${p(sql, 0.95, sql`total_ms`)} as "totalP95Ms",
      (avg(char_length(regexp_replace(answer, '<[^>]*>', '', 'g'))) filter (where outcome = 'answered'))::integer
        as characters,
      null as ratings, null as stars
    from latest join shadow_answers on session_id = latest.id`;
  return row ?? noFigures;
}

const noFigures: BrainFigures = {
  sessions: 0,
  turns: 0,
  failed: 0,
  interrupted: null,
  firstSentenceP50Ms: null,
  firstSentenceP95Ms: null,
  totalP50Ms: null,
  totalP95Ms: null,
  characters: null,
  ratings: null,
  stars: null,
};
