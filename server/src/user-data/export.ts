import { messagePages, readRating } from '../conversations/index.ts';
import type { Sql } from '../db/index.ts';
import { readBody } from '../events/index.ts';
import { readVisitor } from './visitors.ts';

/** Yields the text of one JSON object, piece by piece, so that a long history is never in memory as a whole. */
export async function* exportVisitor(
  sql: Sql,
  accountId: string,
  id: string,
  nowMs: number,
): AsyncGenerator<string | Buffer, void, undefined> {
  const user = await readVisitor(sql, accountId, id);
  const sessions = await sql<{ id: string }[]>`
    select id from sessions where visitor_id = ${id}::bigint and account_id = ${accountId} order by created_at, id`;
  yield `{"exportedAt":${nowMs},"user":${JSON.stringify(user)},"sessions":[`;
  let between = '';
  for (const session of sessions) {
    yield between;
    yield* sessionPieces(sql, session.id);
    between = ',';
  }
  yield ']}\n';
}

/** The JSON of one session. Its words may be more than memory should hold. */
async function* sessionPieces(sql: Sql, id: string): AsyncGenerator<string | Buffer, void, undefined> {
  const [facts, gateway] = await Promise.all([readFacts(sql, id), readGateway(sql, id)]);
  if (facts === null) return yield '{}';
  yield `${JSON.stringify(facts).slice(0, -1)},"messages":`;
  yield* listPieces(messagesOf(sql, id));
  yield ',"turns":';
  yield* listPieces(turnPages(sql, id));
  yield ',"shadowAnswers":';
  yield* listPieces(shadowPages(sql, id));
  yield `,"gateway":${JSON.stringify(gateway)},"events":[`;
  let between = '';
  for await (const page of eventPages(sql, id)) {
    for (const { id: eventId, name, at } of page) {
      yield `${between}{"id":${JSON.stringify(eventId)},"name":${JSON.stringify(name)},"body":`;
      between = ',';
      const body = (await readBody(sql, { eventId, eventAt: at })) ?? 'null';
      if (typeof body === 'string') yield body;
      else yield* body;
      yield '}';
    }
  }
  yield ']}';
}

async function* listPieces(
  pages: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string, void, undefined> {
  let between = '[';
  for await (const page of pages) {
    yield between + JSON.stringify(page).slice(1, -1);
    between = ',';
  }
  yield between === '[' ? '[]' : ']';
}

async function* messagesOf(sql: Sql, id: string) {
  for await (const page of messagePages(sql, id)) {
    yield page.map(({ speaker, message, interrupted, fromPage, person, at }) => ({
      speaker,
      message,
      interrupted,
      fromPage,
      fromPerson: person !== null,
      at,
    }));
  }
}

/** What was heard of a turn may be as long as a reply. */
const turnsAtOnce = 50;
const eventsAtOnce = 500;

async function* turnPages(sql: Sql, id: string) {
  for (let after = 0; ; ) {
    const page = await sql<{ number: number }[]>`
      select number, kind, outcome, ms(received_at) as "receivedAt", heard,
        detail->>'asked' as asked, detail->>'reply' as reply
      from turns
      where session_id = ${id} and number > ${after} order by number limit ${turnsAtOnce}`;
    const last = page.at(-1);
    if (last === undefined) return;
    yield page.map(({ number: _, ...turn }) => turn);
    after = last.number;
  }
}

/** What a brain that was on trial answered. */
async function* shadowPages(sql: Sql, id: string) {
  for (let after = 0; ; ) {
    const page = await sql<{ turn: number }[]>`
      select turn, ms(at) as at, outcome, answer from shadow_answers
      where session_id = ${id} and turn > ${after} order by turn limit ${turnsAtOnce}`;
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.turn;
  }
}

async function* eventPages(sql: Sql, id: string) {
  for (let after = 0; ; ) {
    const page = await sql<{ id: string; name: string; at: number; sequence: number }[]>`
      select id, name, ms(created_at) as at, sequence from events
      where session_id = ${id} and partner_id is null and sequence > ${after} order by sequence limit ${eventsAtOnce}`;
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.sequence;
  }
}

const readGateway = (sql: Sql, id: string) => sql`
  select action, outcome, ms(sent_at) as "sentAt", duration_ms as "durationMs", http_status as "httpStatus",
    request, answer, problem
  from gateway_exchanges where session_id = ${id} order by sent_at, action, id`;

async function readFacts(sql: Sql, id: string): Promise<object | null> {
  const [[session], rating] = await Promise.all([
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
        requestedAt: number | null;
        reason: string | null;
      }[]
    >`
      select sessions.id, avatar_id as "avatarId", avatars.name as "avatarName", user_name as "userName",
        ms(sessions.created_at) as "createdAt", ms(ended_at) as "endedAt", end_reason as "endReason",
        connected_ms as "connectedMs", ms(person_requested_at) as "requestedAt", person_reason as reason
      from sessions join avatars on avatars.id = avatar_id where sessions.id = ${id}`,
    readRating(sql, id),
  ]);
  if (session === undefined) return null;
  const { avatarId, avatarName, connectedMs, requestedAt, reason, ...rest } = session;
  return {
    ...rest,
    avatar: { id: String(avatarId), name: avatarName },
    duration: Math.floor(connectedMs / 1000),
    personRequest: requestedAt === null ? null : { at: requestedAt, reason },
    rating,
  };
}
