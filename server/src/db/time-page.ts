import type { Fragment, Queries } from './connections/connect.ts';

/** A position in a list that is ordered by time: the time in microseconds and the id of an entry. */
export type TimePosition = { readonly at: string; readonly id: string };

/** One page of such a list: the entries after a position. Null is the beginning. */
export type TimePage = { readonly after: TimePosition | null; readonly limit: number };

/** An entry of such a list, with its time for the cursor. */
export type Listed<T> = T & { readonly position: string };

/** A row's time as text, without loss: a JavaScript date has only milliseconds. */
export const timePosition = (sql: Queries, column: Fragment = sql`created_at`): Fragment =>
  sql`(extract(epoch from ${column}) * 1000000)::bigint::text`;

/** The time of a position. */
export const momentOf = (sql: Queries, { at }: Pick<TimePosition, 'at'>): Fragment =>
  sql`'epoch'::timestamptz + ${at}::bigint * interval '1 microsecond'`;

/** The end of a statement that reads a page, the newest entries first. It continues the conditions. */
export const newestFirst = (
  sql: Queries,
  { after, limit }: TimePage,
  [at, id]: readonly [Fragment, Fragment] = [sql`created_at`, sql`id`],
): Fragment => sql`
  ${after === null ? sql`` : sql`and (${at}, ${id}) < (${momentOf(sql, after)}, ${after.id})`}
  order by ${at} desc, ${id} desc limit ${limit}`;
