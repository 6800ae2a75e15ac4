import { storedBytesIn } from '../../conversations/index.ts';
import type { Queries } from '../../db/index.ts';
import { unowned } from '../store/session-row.ts';

/** The post-session tasks in the row of one ended session. */
export type PendingTasks = {
  readonly id: string;
  readonly accountId: string;
  readonly avatarId: number;
  /** The avatar may have been deleted meanwhile. */
  readonly avatarName: string;
  readonly wantsTranscript: boolean;
  readonly pageUserId: string | null;
  readonly userName: string;
  readonly firstConnectedAt: number | null;
  readonly endedAt: number | null;
  readonly brainSealed: string | null;
  readonly logout: LogoutState;
  readonly logoutTries: number;
  readonly transcript: 'none' | 'due' | 'done';
  /** How long the transcript is. */
  readonly storedBytes: number;
};

/** An ended session that may have tasks. */
export type EndedSession = Pick<PendingTasks, 'id' | 'accountId'>;

export type LogoutState = 'none' | 'due' | 'done' | 'given-up';

/** This owner's ended sessions with tasks that need not wait. Those that ended first come first. */
export async function listSessionsWithTasks(
  sql: Queries,
  owner: string | null,
  nowMs: number,
): Promise<EndedSession[]> {
  return await sql<EndedSession[]>`
    select id, account_id as "accountId" from sessions
    where owner is not distinct from ${owner} and (transcript = 'due'
      or (logout = 'due' and (logout_due_at is null or logout_due_at <= to_timestamp(${nowMs}::bigint / 1000.0))))
    order by ended_at`;
}

/** Takes over tasks of an owner that is gone. Leaves out rows that others are claiming. */
export async function claimTasksOf(
  sql: Queries,
  from: string | null,
  to: string,
  limit: number,
): Promise<EndedSession[]> {
  return await sql<EndedSession[]>`
    with free as (
      select id from sessions
      where state = 'ended' and (logout = 'due' or transcript = 'due') and owner is not distinct from ${from}
        and exists (select from processes where processes.id = ${to} and replaced_at is null)
      order by ended_at limit ${limit} for no key update skip locked
    )
    update sessions set owner = ${to} from free where sessions.id = free.id
    returning sessions.id, account_id as "accountId"`;
}

/** Releases the tasks for the next process that looks for some. */
export async function releaseTasks(sql: Queries, owner: string): Promise<void> {
  await sql`
    update sessions set owner = ${unowned}
    where owner = ${owner} and state = 'ended' and (logout = 'due' or transcript = 'due')`;
}

/** The sessions whose next LOGOUT is due. Accounts take turns; within an account, the most overdue come first. */
export async function listDueLogouts(
  sql: Queries,
  owner: string | null,
  nowMs: number,
  limit: number,
): Promise<EndedSession[]> {
  return await sql<EndedSession[]>`
    select id, account_id as "accountId" from (
      select id, account_id, logout_due_at, row_number() over (partition by account_id order by logout_due_at) as turn
      from sessions where logout = 'due' and logout_due_at <= to_timestamp(${nowMs}::bigint / 1000.0)
        and owner is not distinct from ${owner}
    ) as due
    order by turn, logout_due_at limit ${limit}`;
}

/** Null if nothing is left to do, or if another process took the tasks over. */
export async function readPendingTasks(
  sql: Queries,
  id: string,
  owner: string | null,
): Promise<PendingTasks | null> {
  const [tasks] = await sql<PendingTasks[]>`
    select sessions.id, sessions.account_id as "accountId", avatar_id as "avatarId", avatars.name as "avatarName",
      avatars.transcript as "wantsTranscript", page_user_id as "pageUserId", user_name as "userName",
      ms(first_connected_at) as "firstConnectedAt", ms(ended_at) as "endedAt", brain_sealed as "brainSealed", logout,
      logout_tries as "logoutTries", sessions.transcript, ${storedBytesIn(sql, sql`sessions.id`)} as "storedBytes"
    from sessions join avatars on avatars.id = avatar_id where sessions.id = ${id} and state = 'ended'
      and owner is not distinct from ${owner}`;
  return tasks ?? null;
}

/** Marks the transcript as done and returns its event's number; null if another caller did it before. */
export async function claimTranscript(tx: Queries, id: string): Promise<number | null> {
  const [row] = await tx<{ sequence: number }[]>`
    update sessions set transcript = 'done', last_sequence = last_sequence + 1,
      brain_sealed = case when logout = 'due' then brain_sealed end
    where id = ${id} and transcript = 'due' returning last_sequence as sequence`;
  return row?.sequence ?? null;
}

export async function skipTranscript(sql: Queries, id: string): Promise<void> {
  await sql`
    update sessions set transcript = 'done', brain_sealed = case when logout = 'due' then brain_sealed end
    where id = ${id} and transcript = 'due'`;
}

/** LOGOUT needs no further try. The endpoint's key is deleted with the last task. */
export async function storeLogoutEnd(
  sql: Queries,
  id: string,
  state: Exclude<LogoutState, 'due'>,
  tries: number,
): Promise<void> {
  await sql`
    update sessions set logout = ${state}, logout_tries = ${tries}, logout_due_at = null,
      brain_sealed = case when transcript = 'due' then brain_sealed end
    where id = ${id} and logout = 'due'`;
}

export async function storeLogoutRetry(
  sql: Queries,
  id: string,
  tries: number,
  dueAtMs: number,
): Promise<void> {
  await sql`
    update sessions set logout_tries = ${tries}, logout_due_at = to_timestamp(${dueAtMs}::bigint / 1000.0)
    where id = ${id} and logout = 'due'`;
}
