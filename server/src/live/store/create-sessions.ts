import type { Queries, Sql } from '../../db/index.ts';
import { createBatcher } from '../../db/index.ts';
import { newUserId } from '../../kernel/index.ts';
import type { Enqueued, Outbox, StoredEvent } from '../../webhooks/index.ts';
import type { SessionIdentity } from './session-row.ts';

/** A session to be made, its token to be consumed and its visitor to be found, all in one transaction. */
export type Birth = {
  readonly session: Omit<SessionIdentity, 'visitorId'>;
  readonly visitorHash: string | null;
  readonly ticketHash: string;
  readonly resumeHash: string;
  readonly loginSealed: string;
  readonly token: { readonly jti: string; readonly expiresAt: number } | null;
  /** Made once the visitor's number is known. */
  events(visitorId: number): readonly StoredEvent[];
};

export type BirthResult =
  | { readonly outcome: 'born'; readonly visitorId: number; readonly lastSeenMs: number }
  | { readonly outcome: 'token-used' };

export type SessionBirths = { create(birth: Birth): Promise<BirthResult>; settled(): Promise<void> };

export function createSessionBirths(sql: Sql, outbox: Outbox): SessionBirths {
  const batcher = createBatcher<Birth, BirthResult>({
    maxItems: 200,
    async write(births) {
      const { results, enqueued } = await sql.begin((tx) => createSessions(tx, births, outbox));
      outbox.committed(enqueued);
      return results;
    },
  });
  return { create: (birth) => batcher.add(birth), settled: () => batcher.settled() };
}

async function createSessions(
  tx: Queries,
  births: readonly Birth[],
  outbox: Outbox,
): Promise<{ results: BirthResult[]; enqueued: readonly Enqueued[] }> {
  let enqueued: readonly Enqueued[] = [];
  const fresh = await consumeTokens(tx, births);
  const visitors = await findVisitors(tx, fresh);
  const born = fresh.map((birth, index) => ({ birth, visitor: visitors[index] ?? { id: 0, lastSeenMs: 0 } }));
  if (born.length > 0) {
    await insertSessions(tx, born);
    enqueued = await outbox.enqueue(
      tx,
      born.flatMap(({ birth, visitor }) => birth.events(visitor.id)),
    );
  }
  const byBirth = new Map(born.map(({ birth, visitor }) => [birth, visitor]));
  const results = births.map((birth): BirthResult => {
    const visitor = byBirth.get(birth);
    return visitor === undefined
      ? { outcome: 'token-used' }
      : { outcome: 'born', visitorId: visitor.id, lastSeenMs: visitor.lastSeenMs };
  });
  return { results, enqueued };
}

/** Those whose token nobody used before; of several with the same one in this batch only the first. */
async function consumeTokens(tx: Queries, births: readonly Birth[]): Promise<Birth[]> {
  const tokens = births.flatMap((birth) => birth.token ?? []);
  if (tokens.length === 0) return [...births];
  const won = await tx<{ jti: string }[]>`
    insert into used_tokens (jti, expires_at)
    select distinct on (jti) jti, to_timestamp(expires_at / 1000.0)
    from unnest(${tokens.map(({ jti }) => jti)}::text[], ${tokens.map(({ expiresAt }) => expiresAt)}::bigint[])
      as row (jti, expires_at)
    order by jti
    on conflict do nothing
    returning jti`;
  const unused = new Set(won.map(({ jti }) => jti));
  return births.filter(({ token }) => token === null || unused.delete(token.jti));
}

type Visitor = { id: number; lastSeenMs: number };

/** One by one: two sessions of one batch may be of the same visitor. A batch is one round trip all the same. */
async function findVisitors(tx: Queries, births: readonly Birth[]): Promise<Visitor[]> {
  return await Promise.all(
    births.map(async ({ session, visitorHash }): Promise<Visitor> => {
      const { accountId, pageUserId, createdAt } = session;
      const match = pageUserId === null ? tx`(account_id, secret_hash)` : tx`(account_id, page_user_id)`;
      const [row] = await tx<Visitor[]>`
        insert into visitors as known (id, account_id, secret_hash, page_user_id, last_seen)
        values (${newUserId()}, ${accountId}, ${pageUserId === null ? Buffer.from(visitorHash ?? '', 'hex') : null},
          ${pageUserId}, to_timestamp(${createdAt}::bigint / 1000.0))
        on conflict ${match} do update set seen_before = known.last_seen, last_seen = excluded.last_seen
        returning id, (extract(epoch from coalesce(seen_before, last_seen)) * 1000)::bigint as "lastSeenMs"`;
      if (row === undefined) throw new Error('the visitor was neither found nor made');
      return row;
    }),
  );
}

async function insertSessions(
  tx: Queries,
  born: readonly { birth: Birth; visitor: Visitor }[],
): Promise<void> {
  const of = <T>(read: (entry: { birth: Birth; visitor: Visitor }) => T): T[] => born.map(read);
  await tx`
    insert into sessions (id, account_id, avatar_id, visitor_id, page_user_id, user_name, user_last_seen, state,
      max_session_duration,
      ticket_hash, resume_hash, created_at, login_sealed, last_sequence)
    select id, account_id, avatar_id, visitor_id, page_user_id, user_name, to_timestamp(last_seen / 1000.0), 'waiting',
      max_duration,
      decode(ticket_hash, 'hex'), decode(resume_hash, 'hex'), to_timestamp(created_at / 1000.0), login_sealed, 1
    from unnest(
      ${of(({ birth }) => birth.session.id)}::text[],
      ${of(({ birth }) => birth.session.accountId)}::text[],
      ${of(({ birth }) => birth.session.avatarId)}::bigint[],
      ${of(({ visitor }) => visitor.id)}::bigint[],
      ${of(({ birth }) => birth.session.pageUserId)}::text[],
      ${of(({ birth }) => birth.session.userName)}::text[],
      ${of(({ visitor }) => visitor.lastSeenMs)}::bigint[],
      ${of(({ birth }) => birth.session.maxDurationSeconds)}::integer[],
      ${of(({ birth }) => birth.ticketHash)}::text[],
      ${of(({ birth }) => birth.resumeHash)}::text[],
      ${of(({ birth }) => birth.session.createdAt)}::bigint[],
      ${of(({ birth }) => birth.loginSealed)}::text[]
    ) as row (id, account_id, avatar_id, visitor_id, page_user_id, user_name, last_seen, max_duration, ticket_hash,
      resume_hash, created_at, login_sealed)`;
}
