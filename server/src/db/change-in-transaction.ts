import type { Queries, Sql } from './connections/connect.ts';

/** Work that must be committed together with a change, such as its entry in the audit log. */
export type InSameTransaction<T> = (tx: Queries, changed: T) => Promise<unknown>;

/** Makes a change, and the work that goes with it, in one transaction. */
export async function changeInTransaction<T>(
  sql: Sql,
  change: (tx: Queries) => Promise<T>,
  also: InSameTransaction<T> | undefined,
): Promise<T> {
  const { changed } = await sql.begin(async (tx) => {
    const result = await change(tx);
    await also?.(tx, result);
    return { changed: result };
  });
  return changed;
}
