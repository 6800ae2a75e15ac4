import { shortened } from '@parley/protocol';
import type { Queries } from '../db/index.ts';
import { type Answer, compareAnswers, type ParsedReply, tagLine } from '../rehearsal/index.ts';
import type { ClaimedReplay } from './replay.ts';
import { kept, replayLimits } from './replay-limits.ts';
import type { StoredTurn } from './stored-conversation.ts';

/** How the other brain answered a question. */
export type OtherAnswer = Pick<Answer, 'problem' | 'firstSentenceMs' | 'totalMs'> & {
  readonly said: ParsedReply;
};

/**
 * Stores a turn with what came as callbacks by then, and returns how many bytes it takes. Null if the session must not be played
 * any more: the replay was stopped, another process has it, or the visitor was erased.
 */
export async function insertTurn(
  sql: Queries,
  { id, claim }: Pick<ClaimedReplay, 'id' | 'claim'>,
  place: { readonly session: number; readonly number: number },
  stored: StoredTurn,
  answer: OtherAnswer,
): Promise<number | null> {
  const { before, heardWords } = stored;
  const whole = answer.said;
  const compared = heardWords === null ? whole : whole.upTo(heardWords);
  const { different, wordsDiffer, tagsDiffer } = compareAnswers(before, {
    problem: answer.problem,
    words: compared.words,
    tags: compared.tags.map(tagLine),
  });
  const [row] = await sql<{ bytes: number }[]>`
    with found as (
      select callbacks from replay_sessions
      where replay_id = ${id} and number = ${place.session} and state = 'playing'
        and exists (select from replays where id = ${id} and claim = ${claim} and state = 'running')
      for update
    ), taken as (
      update replay_sessions set callbacks = '{}'
      where replay_id = ${id} and number = ${place.session} and exists (select from found)
    )
    insert into replay_turns (replay_id, session, number, turn, question, before_words, before_tags, before_problem,
      before_first_ms, before_total_ms, interrupted, after_words, after_tags, after_problem, after_first_ms,
      after_total_ms, different, words_differ, tags_differ, callbacks_before, callbacks_after)
    select ${id}, ${place.session}, ${place.number}, ${stored.number}, ${kept(stored.question)},
      ${before.words === null ? null : kept(before.words)},
      ${before.tags === null ? null : sql.json(keptTags(before.tags))}::jsonb, ${before.problem},
      ${before.firstSentenceMs}, ${before.totalMs}, ${heardWords !== null}, ${kept(whole.words)},
      ${sql.json(keptTags(whole.tags.map(tagLine)))}, ${answer.problem}, ${answer.firstSentenceMs},
      ${answer.problem === null ? answer.totalMs : null}, ${different}, ${wordsDiffer}, ${tagsDiffer},
      ${sql.json(stored.callbacks.slice(0, replayLimits.callbacks).map(kept))}, to_jsonb(callbacks)
    from found
    returning octet_length(replay_turns::text) as bytes`;
  return row?.bytes ?? null;
}

export type StoredTurns = { readonly turns: number; readonly bytes: number };

/** What earlier processes have stored of a replay, apart from sessions that are played again. */
export async function countStoredTurns(sql: Queries, replayId: string): Promise<StoredTurns> {
  const [row] = await sql<StoredTurns[]>`
    select count(*)::int as turns, coalesce(sum(octet_length(replay_turns::text)), 0)::float8 as bytes
    from replay_turns
    where replay_id = ${replayId} and exists (
      select from replay_sessions where replay_sessions.replay_id = ${replayId} and replay_sessions.number = session
        and state in ('played', 'failed'))`;
  return row ?? { turns: 0, bytes: 0 };
}

const keptTags = (tags: readonly string[]): string[] =>
  tags.slice(0, replayLimits.keptTags).map((tag) => shortened(tag, replayLimits.tagCharacters));
