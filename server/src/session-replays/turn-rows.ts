import type { ReplayTurn } from '@parley/protocol/management';
import type { Queries } from '../db/index.ts';
import {
  type Answer,
  compareAnswers,
  readReply,
  splitWords,
  tagLine,
  wordChanges,
} from '../rehearsal/index.ts';
import type { ClaimedReplay } from './replay.ts';
import { kept, replayLimits } from './replay-limits.ts';
import type { StoredTurn } from './stored-conversation.ts';

/** How the other brain answered a question. */
export type OtherAnswer = Pick<Answer, 'problem' | 'firstSentenceMs' | 'totalMs'> & {
  readonly reply: string;
};

/**
 * Stores a turn with what came as callbacks by then. False if the session must not be played any more: the replay was stopped,
 * another process has it, or the visitor was erased.
 */
export async function insertTurn(
  sql: Queries,
  { id, claim }: Pick<ClaimedReplay, 'id' | 'claim'>,
  place: { readonly session: number; readonly number: number },
  stored: StoredTurn,
  answer: OtherAnswer,
): Promise<boolean> {
  const { before, heardWords } = stored;
  const whole = readReply(answer.reply);
  const compared = heardWords === null ? whole : readReply(answer.reply, heardWords);
  const { different, wordsDiffer, tagsDiffer } = compareAnswers(before, {
    problem: answer.problem,
    words: compared.words,
    tags: compared.tags.map(tagLine),
  });
  const { count } = await sql`
    with found as (
      select callbacks from replay_sessions
      where replay_id = ${id} and number = ${place.session} and state = 'playing'
        and exists (select from replays where id = ${id} and claim = ${claim} and ended_at is null)
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
    from found`;
  return count === 1;
}

const keptTags = (tags: readonly string[]): string[] =>
  tags
    .slice(0, replayLimits.keptTags)
    .map((tag) =>
      tag.length <= replayLimits.tagCharacters
        ? tag
        : `${tag.slice(0, replayLimits.tagCharacters).toWellFormed()}…`,
    );

type TurnRow = {
  readonly position: number;
  readonly session: number;
  readonly turn: number;
  readonly question: string;
  readonly interrupted: boolean;
  readonly different: boolean;
  readonly wordsDiffer: boolean;
  readonly tagsDiffer: boolean;
  readonly beforeWords: string | null;
  readonly beforeTags: string[] | null;
  readonly beforeProblem: string | null;
  readonly beforeFirst: number | null;
  readonly beforeTotal: number | null;
  readonly callbacksBefore: string[];
  readonly afterWords: string;
  readonly afterTags: string[];
  readonly afterProblem: string | null;
  readonly afterFirst: number | null;
  readonly afterTotal: number | null;
  readonly callbacksAfter: string[];
};

export type TurnFilter = {
  readonly session?: number | undefined;
  readonly different?: boolean | undefined;
  /** The position of the last turn of the page before. */
  readonly after: number;
  readonly limit: number;
};

/** In the order in which they were said. */
export async function listTurns(
  sql: Queries,
  replayId: string,
  { session, different, after, limit }: TurnFilter,
): Promise<(ReplayTurn & { readonly position: number })[]> {
  const position = sql`session * 1000 + number`;
  const rows = await sql<TurnRow[]>`
    select ${position} as position, session, turn, question, interrupted, different, words_differ as "wordsDiffer",
      tags_differ as "tagsDiffer", before_words as "beforeWords", before_tags as "beforeTags",
      before_problem as "beforeProblem", before_first_ms as "beforeFirst", before_total_ms as "beforeTotal",
      callbacks_before as "callbacksBefore", after_words as "afterWords", after_tags as "afterTags",
      after_problem as "afterProblem", after_first_ms as "afterFirst", after_total_ms as "afterTotal",
      callbacks_after as "callbacksAfter"
    from replay_turns
    where replay_id = ${replayId} and ${position} > ${after}::bigint
      ${session === undefined ? sql`` : sql`and session = ${session}`}
      ${different === true ? sql`and different` : sql``}
    order by session, number limit ${limit}`;
  return rows.map(turnOf);
}

const turnOf = (row: TurnRow): ReplayTurn & { readonly position: number } => ({
  position: row.position,
  session: row.session,
  turn: row.turn,
  question: row.question,
  interrupted: row.interrupted,
  different: row.different,
  wordsDiffer: row.wordsDiffer,
  tagsDiffer: row.tagsDiffer,
  before: {
    words: row.beforeWords,
    tags: row.beforeTags,
    problem: row.beforeProblem,
    firstSentenceMs: row.beforeFirst,
    totalMs: row.beforeTotal,
    callbacks: row.callbacksBefore,
  },
  after: {
    words: row.afterWords,
    tags: row.afterTags,
    problem: row.afterProblem,
    firstSentenceMs: row.afterFirst,
    totalMs: row.afterTotal,
    callbacks: row.callbacksAfter,
  },
  words: changesOf(row),
});

function changesOf({ beforeWords, afterWords, interrupted }: TurnRow): ReplayTurn['words'] {
  if (!interrupted) return wordChanges(beforeWords ?? '', afterWords);
  const said = splitWords(afterWords);
  const heard = splitWords(beforeWords ?? '').length;
  const [compared, unheard] = [said.slice(0, heard).join(' '), said.slice(heard).join(' ')];
  return [
    ...wordChanges(beforeWords ?? '', compared),
    ...(unheard === '' ? [] : [{ kind: 'unheard' as const, text: unheard }]),
  ];
}
