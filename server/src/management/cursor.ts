import type { TimePlace } from '../db/index.ts';
import { invalid } from '../kernel/index.ts';

/** A cursor into a list with numbered entries. */
export function numberCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor)) throw invalid('This cursor is not one of ours.', 'cursor');
  return Number(cursor);
}

export function timeCursor(cursor: string | undefined): TimePlace | null {
  if (cursor === undefined) return null;
  const [, at, id] = /^(\d{1,20})_([\w-]{1,128})$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined) throw invalid('This cursor is not one of ours.', 'cursor');
  return { at, id };
}

export const cursorText = ({ at, id }: TimePlace): string => `${at}_${id}`;

/** A cursor into a list by name: the name folded for sorting, and the id of an entry. */
export type NameCursor = { readonly sortKey: string; readonly id: number };

export function nameCursor(cursor: string | undefined): NameCursor | null {
  if (cursor === undefined) return null;
  const [, id, sortKey] = /^(\d{1,15})_([\w-]*)$/.exec(cursor) ?? [];
  if (id === undefined || sortKey === undefined) throw invalid('This cursor is not one of ours.', 'cursor');
  return { sortKey: Buffer.from(sortKey, 'base64url').toString(), id: Number(id) };
}

export const nameCursorText = ({ sortKey, id }: NameCursor): string =>
  `${id}_${Buffer.from(sortKey).toString('base64url')}`;

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
