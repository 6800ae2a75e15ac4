import type { Sql } from '../../db/index.ts';
import { notFound } from '../../kernel/index.ts';
import { type ListedSession, readListedSession } from '../../live/index.ts';

/** Refuses sessions of other accounts. */
export async function findSession(sql: Sql, accountId: string, id: string): Promise<ListedSession> {
  const session = await readListedSession(sql, accountId, id);
  if (session === null) throw notFound('This session does not exist. Check its id.');
  return session;
}

/** A session as the audit log names it. */
export const targetOf = ({ id, userName }: ListedSession) => ({ kind: 'session', id, name: userName });
