import type { Queries } from '../../db/index.ts';

/** The post-session tasks of one ended session, as its row holds them. */
export type PendingTasks = {
  readonly id: string;
  readonly accountId: string;
  readonly avatarId: number;
  readonly pageUserId: string | null;
  readonly userName: string;
  readonly firstConnectedAt: number | null;
  readonly endedAt: number | null;
  readonly logout: 'none' | 'due' | 'done' | 'given-up';
  readonly logoutTries: number;
  readonly transcript: 'none' | 'due' | 'done';
};

/** The ended sessions with tasks, those that ended first in front. */
export async function listSessionsWithTasks(sql: Queries): Promise<string[]> {
  const found = await sql<{ id: string }[]>`
    select id from sessions where logout = 'due' or transcript = 'due' order by ended_at`;
  return found.map(({ id }) => id);
}

export async function readPendingTasks(sql: Queries, id: string): Promise<PendingTasks | null> {
  const [tasks] = await sql<PendingTasks[]>`
    select id, account_id as "accountId", avatar_id as "avatarId", page_user_id as "pageUserId",
      user_name as "userName", ms(first_connected_at) as "firstConnectedAt", ms(ended_at) as "endedAt", logout,
      logout_tries as "logoutTries", transcript
    from sessions where id = ${id} and state = 'ended'`;
  return tasks ?? null;
}

/** Marks the transcript as done and gives its event's number; null if another caller did it before. */
export async function claimTranscript(tx: Queries, id: string): Promise<number | null> {
  const [row] = await tx<{ sequence: number }[]>`
    update sessions set transcript = 'done', last_sequence = last_sequence + 1
    where id = ${id} and transcript = 'due' returning last_sequence as sequence`;
  return row?.sequence ?? null;
}

export async function skipTranscript(sql: Queries, id: string): Promise<void> {
  await sql`update sessions set transcript = 'done' where id = ${id} and transcript = 'due'`;
}

export async function storeLogout(
  sql: Queries,
  id: string,
  state: 'none' | 'due' | 'done' | 'given-up',
  tries: number,
): Promise<void> {
  await sql`update sessions set logout = ${state}, logout_tries = ${tries} where id = ${id} and logout = 'due'`;
}
