import type { Fragment, Queries } from './connections/connect.ts';

/**
 * Those of these sessions that exist and whose visitor was not erased, locked until the commit. Much of what is said in a
 * session is stored after its end. Every statement that adds such rows adds only those of these sessions: either it sees
 * that its session was erased, or the erasure waits for it and deletes its rows. For this, an erasure takes `for update`
 * first, and no weaker lock before it.
 */
export function rememberedSessions(
  sql: Queries,
  ids: readonly (string | null)[],
  condition: Fragment = sql``,
): Fragment {
  const distinct = [...new Set(ids)].filter((id) => id !== null);
  return sql`
    select id from sessions where id = any(${distinct}::text[]) and forgotten_at is null ${condition}
    order by id for key share`;
}
