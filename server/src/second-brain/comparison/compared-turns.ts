import type { ComparedTurn } from '@parley/protocol/management';
import type { Fragment, Queries } from '../../db/index.ts';
import type { Trial } from '../trial.ts';
import { sessionsOfTrial } from './figures.ts';

const turnsShown = 30;
const charactersShown = 2_000;

const words = (sql: Queries, speaker: 'user' | 'avatar'): Fragment => sql`
  coalesce((select left(string_agg(message, ' ' order by messages.number), ${charactersShown}) from messages
    where messages.session_id = turns.session_id and messages.turn = turns.number
      and speaker = ${speaker} and not from_page), '')`;

/** What a brain answered in a stored turn, as JSON. */
const answered = (sql: Queries): Fragment => sql`
  jsonb_build_object('outcome', turns.outcome,
    'firstSentenceMs', (extract(epoch from first_sentence_at - received_at) * 1000)::integer,
    'text', ${words(sql, 'avatar')}, 'problem', coalesce(detail ->> 'problem', detail ->> 'error'))`;

/** The latest questions that a shadow got, with both answers. */
export async function readShadowedTurns(sql: Queries, trial: Trial): Promise<ComparedTurn[]> {
  return await sql<ComparedTurn[]>`
    select turns.session_id as session, turns.number as turn, ms(received_at) as at,
      ${words(sql, 'user')} as message, ${answered(sql)} as first,
      jsonb_build_object('outcome', shadow.outcome, 'firstSentenceMs', first_sentence_ms,
        'text', left(answer, ${charactersShown}), 'problem', problem) as second
    from (
      select shadow_answers.* from (${sessionsOfTrial(sql, trial, false)}) as latest
        join shadow_answers on session_id = latest.id
      order by at desc, turn desc limit ${turnsShown}
    ) as shadow join turns on turns.session_id = shadow.session_id and turns.number = shadow.turn
    order by shadow.at desc, turn desc`;
}

/** The latest questions that a canary answered. */
export async function readCanaryAnswers(sql: Queries, trial: Trial): Promise<ComparedTurn[]> {
  return await sql<ComparedTurn[]>`
    select turns.session_id as session, turns.number as turn, ms(received_at) as at,
      ${words(sql, 'user')} as message, null as first, ${answered(sql)} as second
    from (
      select turns.* from (${sessionsOfTrial(sql, trial, true)}) as latest join turns on session_id = latest.id
      where kind = 'chat' order by received_at desc, number desc limit ${turnsShown}
    ) as turns
    order by received_at desc, turn desc`;
}
