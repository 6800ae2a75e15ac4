import type { ReplaySummary } from '@parley/protocol/management';
import type { Fragment, Queries } from '../db/index.ts';

type Counts = Pick<ReplaySummary, 'turns' | 'different' | 'wordsDiffer' | 'tagsDiffer'>;
type SummaryRow = Counts & {
  readonly id: string;
  readonly failedBefore: number;
  readonly failedAfter: number;
  readonly firstBefore: readonly [number, number] | null;
  readonly totalBefore: readonly [number, number] | null;
  readonly firstAfter: readonly [number, number] | null;
  readonly totalAfter: readonly [number, number] | null;
};

const nothing = { median: null, p95: null };
const emptySide = { failed: 0, firstSentenceMs: nothing, totalMs: nothing };
export const emptySummary: ReplaySummary = {
  turns: 0,
  different: 0,
  wordsDiffer: 0,
  tagsDiffer: 0,
  before: emptySide,
  after: emptySide,
};

const percentiles = (sql: Queries, column: Fragment) =>
  sql`percentile_disc(array[0.5, 0.95]) within group (order by ${column})`;

/** The summary of each of these replays that has turns. */
export async function readSummaries(
  sql: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReplaySummary>> {
  const rows = await sql<SummaryRow[]>`
    select replay_id as id, count(*)::int as turns, count(*) filter (where different)::int as different,
      count(*) filter (where words_differ)::int as "wordsDiffer",
      count(*) filter (where tags_differ)::int as "tagsDiffer",
      count(before_problem)::int as "failedBefore", count(after_problem)::int as "failedAfter",
      ${percentiles(sql, sql`before_first_ms`)} as "firstBefore",
      ${percentiles(sql, sql`before_total_ms`)} as "totalBefore",
      ${percentiles(sql, sql`after_first_ms`)} as "firstAfter",
      ${percentiles(sql, sql`after_total_ms`)} as "totalAfter"
    from replay_turns where replay_id = any(${[...ids]}::text[]) group by replay_id`;
  return new Map(rows.map((row) => [row.id, summaryOf(row)]));
}

function summaryOf(row: SummaryRow): ReplaySummary {
  const { turns, different, wordsDiffer, tagsDiffer } = row;
  return {
    turns,
    different,
    wordsDiffer,
    tagsDiffer,
    before: {
      failed: row.failedBefore,
      firstSentenceMs: durations(row.firstBefore),
      totalMs: durations(row.totalBefore),
    },
    after: {
      failed: row.failedAfter,
      firstSentenceMs: durations(row.firstAfter),
      totalMs: durations(row.totalAfter),
    },
  };
}

const durations = (found: readonly [number, number] | null) =>
  found === null ? nothing : { median: found[0], p95: found[1] };
