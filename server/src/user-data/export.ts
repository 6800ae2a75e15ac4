import { readRating } from '../conversations/index.ts';
import type { Sql } from '../db/index.ts';
import { readVisitor } from './visitors.ts';

/** Yields the text of one JSON object, one session at a time, so that a long history is never in memory as a whole. */
export async function* exportVisitor(
  sql: Sql,
  accountId: string,
  id: string,
  nowMs: number,
): AsyncGenerator<string, void, undefined> {
  const user = await readVisitor(sql, accountId, id);
  const sessions = await sql<{ id: string }[]>`
    select id from sessions where visitor_id = ${id}::bigint and account_id = ${accountId} order by created_at, id`;
  yield `{"exportedAt":${nowMs},"user":${JSON.stringify(user)},"sessions":[`;
  let between = '';
  for (const session of sessions) {
    yield between + JSON.stringify(await readSession(sql, session.id));
    between = ',';
  }
  yield ']}\n';
}

async function readSession(sql: Sql, id: string): Promise<object> {
  const [[session], messages, turns, gateway, events, rating] = await Promise.all([
    sql<
      {
        id: string;
        avatarId: number;
        avatarName: string;
        userName: string;
        createdAt: number;
        endedAt: number | null;
        endReason: string | null;
        connectedMs: number;
      }[]
    >`
      select sessions.id, avatar_id as "avatarId", avatars.name as "avatarName", user_name as "userName",
        ms(sessions.created_at) as "createdAt", ms(ended_at) as "endedAt", end_reason as "endReason",
        connected_ms as "connectedMs"
      from sessions join avatars on avatars.id = avatar_id where sessions.id = ${id}`,
    sql`select speaker, message, interrupted, from_page as "fromPage", ms(at) as at from messages where session_id = ${id} order by number`,
    sql`
      select kind, outcome, ms(received_at) as "receivedAt", heard from turns where session_id = ${id}
      order by number`,
    sql`
      select action, outcome, ms(sent_at) as "sentAt", duration_ms as "durationMs", http_status as "httpStatus",
        request, answer, problem
      from gateway_exchanges where session_id = ${id} order by sent_at, action, id`,
    sql<{ id: string; name: string; body: string }[]>`
      select id, name, body from events where session_id = ${id} and partner_id is null
      order by sequence`,
    readRating(sql, id),
  ]);
  if (session === undefined) return {};
  const { avatarId, avatarName, connectedMs, ...rest } = session;
  return {
    ...rest,
    avatar: { id: String(avatarId), name: avatarName },
    duration: Math.floor(connectedMs / 1000),
    rating,
    messages,
    turns,
    gateway,
    events: events.map((event) => ({
      id: event.id,
      name: event.name,
      body: JSON.parse(event.body) as unknown,
    })),
  };
}
