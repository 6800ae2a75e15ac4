import type { Queries, Sql } from './connections/connect.ts';

/** Runs several reads on the same state of the database, whatever is committed between them. */
export async function inOneSnapshot<T>(sql: Sql, read: (snapshot: Queries) => Promise<T>): Promise<T> {
  const { found } = await sql.begin(async (tx) => {
    await tx`set transaction isolation level repeatable read, read only`;
    return { found: await read(tx) };
  });
  return found;
}
