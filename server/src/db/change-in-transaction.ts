import type { Queries, Sql } from './connect.ts';

/** What must come true with a change or not at all, such as its entry in the audit log. */
export type InSameTransaction<T> = (tx: Queries, changed: T) => Promise<unknown>;

/** Makes a change and what goes with it in one transaction. */
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
