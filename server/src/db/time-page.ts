import type { Fragment, Queries } from './connections/connect.ts';

/** A position in a list that is ordered by time: the time in microseconds and the id of an entry. */
export type TimePosition = { readonly at: string; readonly id: string };

/** One page of such a list: the entries after a position. Null is the beginning. */
export type TimePage = { readonly after: TimePosition | null; readonly limit: number };

/** A row's position as text, without loss: a JavaScript date has only milliseconds. */
export const timePosition = (sql: Queries, column: Fragment): Fragment =>
  sql`(extract(epoch from ${column}) * 1000000)::bigint::text`;

/** The time of a position. */
export const momentOf = (sql: Queries, { at }: TimePosition): Fragment =>
  sql`'epoch'::timestamptz + ${at}::bigint * interval '1 microsecond'`;
