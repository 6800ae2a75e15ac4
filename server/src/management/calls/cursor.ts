import type { TimePage, TimePosition } from '../../db/index.ts';
import { invalid } from '../../kernel/index.ts';

type PageQuery = { readonly limit?: number; readonly cursor?: string };
type Page<T> = { readonly items: readonly T[]; readonly next: string | null };

const unknownCursor = () =>
  invalid('The cursor is not valid. Use the one from the previous answer.', 'cursor');

/** A page of a list that is ordered by time. */
export async function timePage<R extends { readonly position: string; readonly id: string }>(
  { cursor, limit = 50 }: PageQuery,
  read: (page: TimePage) => Promise<readonly R[]>,
): Promise<Page<R>> {
  const rows = await read({ after: timeCursor(cursor), limit: limit + 1 });
  return pageOf(rows, limit, ({ position, id }) => `${position}_${id}`);
}

/** A page of a list that is ordered by numeric ids. The highest one comes first. */
export async function numberPage<R extends { readonly id: number }>(
  { cursor, limit = 50 }: PageQuery,
  read: (page: { before: number | undefined; limit: number }) => Promise<readonly R[]>,
): Promise<Page<R>> {
  const rows = await read({ before: numberCursor(cursor), limit: limit + 1 });
  return pageOf(rows, limit, ({ id }) => String(id));
}

/** The readers read one row more than the limit, to find out whether there is a next page. */
function pageOf<R>(rows: readonly R[], limit: number, cursorOf: (last: R) => string): Page<R> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

export function numberCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor)) throw unknownCursor();
  return Number(cursor);
}

function timeCursor(cursor: string | undefined): TimePosition | null {
  if (cursor === undefined) return null;
  const [, at, id] = /^(\d{1,16})_([\w-]{1,128})$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined) throw unknownCursor();
  return { at, id };
}

/** A cursor into a list by name: the name folded for sorting, and an entry's id. */
type NameCursor = { readonly sortKey: string; readonly id: number };

export function nameCursor(cursor: string | undefined): NameCursor | null {
  if (cursor === undefined) return null;
  const [, id, sortKey] = /^(\d{1,15})_([\w-]*)$/.exec(cursor) ?? [];
  if (id === undefined || sortKey === undefined) throw unknownCursor();
  return { sortKey: Buffer.from(sortKey, 'base64url').toString(), id: Number(id) };
}

export const nameCursorText = ({ sortKey, id }: NameCursor): string =>
  `${id}_${Buffer.from(sortKey).toString('base64url')}`;
