import type { Queries } from '../../db/index.ts';

export type SessionSummary = {
  readonly id: string;
  readonly accountId: string;
  readonly avatarId: number;
  readonly userId: string;
  readonly userName: string;
  readonly state: 'waiting' | 'connected' | 'dropped' | 'ended';
  readonly createdAt: Date;
  readonly firstConnectedAt: Date | null;
  readonly endedAt: Date | null;
  readonly endReason: string | null;
  readonly connectedMs: number;
  readonly connectedAt: Date | null;
  readonly login: string;
  readonly logout: string;
  /** When its transcript was deleted; null if it was not. */
  readonly forgottenAt: Date | null;
};

export type TurnRow = {
  readonly number: number;
  readonly kind: string;
  readonly outcome: string;
  readonly receivedAt: number;
  readonly sentAt: number | null;
  readonly firstByteAt: number | null;
  readonly firstSentenceAt: number | null;
  readonly firstAudioAt: number | null;
  readonly endedAt: number | null;
  readonly heard: string | null;
  readonly detail: unknown;
};

export type EventRow = { readonly id: string; readonly sequence: number; readonly body: string };

const columns = (sql: Queries) => sql`
  id, account_id as "accountId", avatar_id as "avatarId", coalesce(page_user_id, visitor_id::text) as "userId",
  user_name as "userName", state, created_at as "createdAt", first_connected_at as "firstConnectedAt",
  ended_at as "endedAt", end_reason as "endReason", connected_ms as "connectedMs", connected_at as "connectedAt",
  login, logout, forgotten_at as "forgottenAt"`;

export async function listSessions(
  sql: Queries,
  wish: { accountId: string; avatarId: number | null; live: boolean; limit: number },
): Promise<SessionSummary[]> {
  return await sql<SessionSummary[]>`
    select ${columns(sql)} from sessions
    where account_id = ${wish.accountId}
      ${wish.avatarId === null ? sql`` : sql`and avatar_id = ${wish.avatarId}`}
      ${wish.live ? sql`and state <> 'ended'` : sql``}
    order by created_at desc, id limit ${wish.limit}`;
}

export async function readSession(
  sql: Queries,
  id: string,
  accountId?: string,
): Promise<SessionSummary | null> {
  const [found] = await sql<SessionSummary[]>`
    select ${columns(sql)} from sessions
    where id = ${id} ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`}`;
  return found ?? null;
}

export async function readTurns(sql: Queries, id: string): Promise<TurnRow[]> {
  return await sql<TurnRow[]>`
    select number, kind, outcome, ms(received_at) as "receivedAt", ms(sent_at) as "sentAt",
      ms(first_byte_at) as "firstByteAt", ms(first_sentence_at) as "firstSentenceAt",
      ms(first_audio_at) as "firstAudioAt", ms(ended_at) as "endedAt", heard, detail
    from turns where session_id = ${id} order by number`;
}

export async function readEvents(sql: Queries, id: string): Promise<EventRow[]> {
  return await sql<EventRow[]>`
    select id, sequence, body from events where session_id = ${id} order by sequence`;
}
