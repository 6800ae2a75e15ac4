import { invalid } from '../../kernel/index.ts';

/** A cursor into a list with numbered entries. */
export function numberCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor)) throw invalid('This cursor is not one of ours.', 'cursor');
  return Number(cursor);
}

/** A cursor into a list by time: the time in microseconds and the id of an entry. */
export type TimeCursor = { readonly at: string; readonly id: string };

export function timeCursor(cursor: string | undefined): TimeCursor | null {
  if (cursor === undefined) return null;
  const [, at, id] = /^(\d{1,20})_([\w-]{1,128})$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined) throw invalid('This cursor is not one of ours.', 'cursor');
  return { at, id };
}

export const cursorText = ({ at, id }: TimeCursor): string => `${at}_${id}`;

/** Makes a page of rows. The caller reads one row more than the limit, which shows whether there is a next page. */
export function pageOf<R, T>(
  rows: readonly R[],
  limit: number,
  cursorOf: (last: R) => string,
  view: (row: R) => T,
): { items: T[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(view),
    next: rows.length > limit && last !== undefined ? cursorOf(last) : null,
  };
}
