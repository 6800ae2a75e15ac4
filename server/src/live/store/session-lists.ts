import { momentOf, type Queries, type Sql, timePosition } from '../../db/index.ts';

export type ListedSession = {
  readonly id: string;
  readonly accountId: string;
  readonly avatarId: number;
  readonly avatarName: string;
  readonly userId: string;
  readonly userName: string;
  readonly state: 'waiting' | 'connected' | 'dropped' | 'ended';
  readonly createdAt: number;
  readonly firstConnectedAt: number | null;
  readonly connectedAt: number | null;
  readonly endedAt: number | null;
  readonly endReason: string | null;
  readonly endedBy: string | null;
  readonly connectedMs: number;
  readonly maxSessionDuration: number;
  readonly login: string;
  readonly logout: string;
  readonly transcriptEnabled: boolean;
  readonly forgottenAt: number | null;
  readonly failedTurns: number;
  /** The second brain answers it. */
  readonly canary: boolean;
  /** The name of the person who has taken it over. */
  readonly personName: string | null;
  /** Since when it waits for a person, and why. */
  readonly personRequestedAt: number | null;
  readonly personReason: string | null;
  /** When it was created, in microseconds as text: its position in the list. */
  readonly position: string;
};

export type SessionFilter = {
  readonly accountId: string;
  readonly avatarId?: number | null;
  /** Visitor numbers; null for all. */
  readonly visitorIds?: readonly number[] | null;
  readonly state?: 'live' | 'ended' | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Only sessions with failed turns. */
  readonly failed?: boolean | undefined;
  /** Only sessions that wait for a person. */
  readonly asking?: boolean | undefined;
  readonly after: { readonly at: string; readonly id: string } | null;
  readonly limit: number;
};

/** Analytics counts them when the session has ended. Until then they are read. */
const failedTurns = (sql: Queries) => sql`
  case when counted then failed_turns else (
    select count(*)::int from turns where session_id = sessions.id and kind = 'chat' and outcome = 'failed'
  ) end`;

const columns = (sql: Queries) => sql`
  sessions.id, sessions.account_id as "accountId", avatar_id as "avatarId", avatars.name as "avatarName",
  coalesce(page_user_id, visitor_id::text) as "userId", user_name as "userName", state,
  ms(sessions.created_at) as "createdAt", ms(first_connected_at) as "firstConnectedAt",
  ms(connected_at) as "connectedAt", ms(ended_at) as "endedAt", end_reason as "endReason", ended_by as "endedBy",
  connected_ms as "connectedMs", sessions.max_session_duration as "maxSessionDuration", login, logout,
  avatars.transcript as "transcriptEnabled", ms(forgotten_at) as "forgottenAt",
  ${failedTurns(sql)} as "failedTurns", canary,
  person->>'name' as "personName", ms(person_requested_at) as "personRequestedAt", person_reason as "personReason",
  ${timePosition(sql, sql`sessions.created_at`)} as position`;

const moment = (sql: Queries, ms: number) => sql`to_timestamp(${ms}::bigint / 1000.0)`;

/** Newest first, after a position in the list. */
export async function listSessionPage(sql: Sql, filter: SessionFilter): Promise<ListedSession[]> {
  const { accountId, avatarId, visitorIds, state, fromMs, toMs, failed, asking, after, limit } = filter;
  const at = after && momentOf(sql, after);
  return await sql<ListedSession[]>`
    select ${columns(sql)} from (
      select * from sessions
      where account_id = ${accountId}
        ${avatarId == null ? sql`` : sql`and avatar_id = ${avatarId}`}
        ${visitorIds == null ? sql`` : sql`and visitor_id = any(${[...visitorIds]}::bigint[])`}
        ${state === undefined ? sql`` : state === 'live' ? sql`and state <> 'ended'` : sql`and state = 'ended'`}
        ${fromMs === undefined ? sql`` : sql`and created_at >= ${moment(sql, fromMs)}`}
        ${toMs === undefined ? sql`` : sql`and created_at < ${moment(sql, toMs)}`}
        ${failed === true ? sql`and (failed_turns > 0 or not counted) and ${failedTurns(sql)} > 0` : sql``}
        ${asking === true ? sql`and person_requested_at is not null` : sql``}
        ${at === null ? sql`` : sql`and created_at <= ${at} and (created_at < ${at} or id > ${after?.id ?? ''})`}
      order by created_at desc, id limit ${limit}
    ) as sessions join avatars on avatars.id = avatar_id
    order by sessions.created_at desc, sessions.id`;
}

/** A null `accountId` means any account. */
export async function readListedSession(
  sql: Sql,
  accountId: string | null,
  id: string,
): Promise<ListedSession | null> {
  const [found] = await sql<ListedSession[]>`
    select ${columns(sql)} from sessions join avatars on avatars.id = avatar_id
    where sessions.id = ${id} ${accountId === null ? sql`` : sql`and sessions.account_id = ${accountId}`}`;
  return found ?? null;
}

export async function countLive(sql: Sql, accountId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from sessions where account_id = ${accountId} and state <> 'ended'`;
  return row?.count ?? 0;
}

/** How many live sessions of the account people have taken over, besides this one. */
export async function countTaken(sql: Sql, accountId: string, id: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from sessions
    where account_id = ${accountId} and state <> 'ended' and person is not null and id <> ${id}`;
  return row?.count ?? 0;
}

/** Finds a user by the page's own user id or by our number. */
export async function findVisitors(sql: Sql, accountId: string, user: string): Promise<number[]> {
  const number = /^\d{13,16}$/.test(user) ? Number(user) : null;
  const rows = await sql<{ id: number }[]>`
    select id from visitors where account_id = ${accountId} and page_user_id = ${user}
    union select id from visitors where account_id = ${accountId} and id = ${number}::bigint`;
  return rows.map(({ id }) => id);
}
