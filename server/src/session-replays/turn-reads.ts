import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ReplayTurn } from '@parley/protocol/management';
import type { Queries } from '../db/index.ts';
import { splitWords, wordChanges } from '../rehearsal/index.ts';
import { replayLimits } from './replay-limits.ts';

type TurnRow = {
  readonly position: number;
  /** How many turns the page would have if they were short, and one more if there is one. */
  readonly count: number;
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

/** In the order in which they were said. `next` is null on the last page. */
export type TurnPage = { readonly items: readonly ReplayTurn[]; readonly next: number | null };

/** A page has fewer turns if they are long. */
export async function listTurns(
  sql: Queries,
  replayId: string,
  { session, different, after, limit }: TurnFilter,
): Promise<TurnPage> {
  const position = sql`session * 1000 + number`;
  const rows = await sql<TurnRow[]>`
    select ${position} as position, count::int, session, turn, question, interrupted, different,
      words_differ as "wordsDiffer", tags_differ as "tagsDiffer", before_words as "beforeWords",
      before_tags as "beforeTags", before_problem as "beforeProblem", before_first_ms as "beforeFirst",
      before_total_ms as "beforeTotal", callbacks_before as "callbacksBefore", after_words as "afterWords",
      after_tags as "afterTags", after_problem as "afterProblem", after_first_ms as "afterFirst",
      after_total_ms as "afterTotal", callbacks_after as "callbacksAfter"
    from (
      select *, count(*) over (), sum(octet_length(found::text)) over (
        order by session, number rows between unbounded preceding and 1 preceding) as bytes_before
      from (
        select * from replay_turns
        where replay_id = ${replayId} and ${position} > ${after}::bigint
          ${session === undefined ? sql`` : sql`and session = ${session}`}
          ${different === true ? sql`and different` : sql``}
        order by session, number limit ${limit + 1}
      ) as found
    ) as found
    where coalesce(bytes_before, 0) < ${replayLimits.pageBytes} order by session, number`;
  const items = await comparedTurns(rows.slice(0, limit));
  const last = rows[items.length - 1];
  return { items, next: last !== undefined && last.count > items.length ? last.position : null };
}

const reportedAtOnce = 20;

/** All turns that differ. They are read and compared only as far as they are asked for. */
export async function* differentTurns(sql: Queries, replayId: string): AsyncGenerator<ReplayTurn> {
  for (let after: number | null = 0; after !== null; ) {
    const page: TurnPage = await listTurns(sql, replayId, { different: true, after, limit: reportedAtOnce });
    yield* page.items;
    after = page.next;
  }
}

export type TurnTimes = {
  readonly before: Pick<ReplayTurn['before'], 'firstSentenceMs' | 'totalMs'>;
  readonly after: Pick<ReplayTurn['after'], 'firstSentenceMs' | 'totalMs'>;
};

/** Of all turns, without what was said in them. */
export async function readTimes(sql: Queries, replayId: string): Promise<TurnTimes[]> {
  type Row = Pick<TurnRow, 'beforeFirst' | 'beforeTotal' | 'afterFirst' | 'afterTotal'>;
  const rows = await sql<Row[]>`
    select before_first_ms as "beforeFirst", before_total_ms as "beforeTotal", after_first_ms as "afterFirst",
      after_total_ms as "afterTotal"
    from replay_turns where replay_id = ${replayId}`;
  return rows.map(({ beforeFirst, beforeTotal, afterFirst, afterTotal }) => ({
    before: { firstSentenceMs: beforeFirst, totalMs: beforeTotal },
    after: { firstSentenceMs: afterFirst, totalMs: afterTotal },
  }));
}

/** Comparing takes a while, so others get their turn in between. */
export async function comparedTurns(rows: readonly TurnRow[]): Promise<ReplayTurn[]> {
  const turns: ReplayTurn[] = [];
  for (const row of rows) {
    turns.push(turnOf(row));
    await yieldToEventLoop();
  }
  return turns;
}

const turnOf = (row: TurnRow): ReplayTurn => ({
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
