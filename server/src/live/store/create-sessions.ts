import { createBatcher, type Queries, type Sql } from '../../db/index.ts';
import type { Enqueued, Outbox, StoredEvent } from '../../events/index.ts';
import { newUserId } from '../../kernel/index.ts';
import type { SessionIdentity } from '../identity/session-identity.ts';

/** A session to create. Its token is used and its visitor is found in the same transaction. */
export type NewSession = {
  readonly session: Omit<SessionIdentity, 'visitorId'>;
  readonly visitorHash: string | null;
  readonly ticketHash: string;
  readonly resumeHash: string;
  readonly loginSealed: string;
  readonly brainSealed: string;
  /** The second brain answers it. */
  readonly canary: boolean;
  readonly secondTrial: number;
  readonly webhookId: string | null;
  readonly token: { readonly jti: string; readonly expiresAt: number } | null;
  /** Called when the visitor's number is known. */
  events(visitorId: number): readonly StoredEvent[];
};

export type CreateResult =
  | { readonly outcome: 'created'; readonly visitorId: number; readonly lastSeenMs: number }
  | { readonly outcome: 'token-used' };

export type SessionCreator = {
  create(session: NewSession): Promise<CreateResult>;
  settled(): Promise<void>;
};

/** Creates sessions in batches. All get the same owner. */
export function createSessionCreator(sql: Sql, outbox: Outbox, owner: string | null): SessionCreator {
  const batcher = createBatcher<NewSession, CreateResult>({
    maxItems: 200,
    async write(sessions) {
      const { results, enqueued } = await sql.begin((tx) => createSessions(tx, sessions, outbox, owner));
      outbox.committed(enqueued);
      return results;
    },
  });
  return { create: (session) => batcher.add(session), settled: () => batcher.settled() };
}

type Visitor = { readonly id: number; readonly lastSeenMs: number };
type Created = { readonly created: NewSession; readonly visitor: Visitor };

async function createSessions(
  tx: Queries,
  sessions: readonly NewSession[],
  outbox: Outbox,
  owner: string | null,
): Promise<{ results: CreateResult[]; enqueued: readonly Enqueued[] }> {
  let enqueued: readonly Enqueued[] = [];
  // Another process may create sessions of the same visitors at this moment.
  const admitted = (await useTokens(tx, sessions)).sort(byVisitor);
  const visitors = await findVisitors(tx, admitted);
  const all = admitted.map((created, index) => ({
    created,
    visitor: visitors[index] ?? { id: 0, lastSeenMs: 0 },
  }));
  if (all.length > 0) {
    await insertSessions(tx, all, owner);
    enqueued = await outbox.enqueue(
      tx,
      all.flatMap(({ created, visitor }) => created.events(visitor.id)),
    );
  }
  const visitorOf = new Map(all.map(({ created, visitor }) => [created, visitor]));
  const results = sessions.map((session): CreateResult => {
    const visitor = visitorOf.get(session);
    return visitor === undefined
      ? { outcome: 'token-used' }
      : { outcome: 'created', visitorId: visitor.id, lastSeenMs: visitor.lastSeenMs };
  });
  return { results, enqueued };
}

const byVisitor = (a: NewSession, b: NewSession): number => {
  const [one, other] = [visitorKey(a), visitorKey(b)];
  return one < other ? -1 : Number(one > other);
};
const visitorKey = ({ session, visitorHash }: NewSession): string =>
  `${session.accountId} ${session.pageUserId ?? ''} ${visitorHash}`;

/** The sessions whose token was not used before. If several in the batch have the same token, only the first counts. */
async function useTokens(tx: Queries, sessions: readonly NewSession[]): Promise<NewSession[]> {
  const tokens = sessions.flatMap(({ token }) => token ?? []);
  if (tokens.length === 0) return [...sessions];
  const inserted = await tx<{ jti: string }[]>`
    insert into used_tokens (jti, expires_at)
    select distinct on (jti) jti, to_timestamp(expires_at / 1000.0)
    from unnest(${tokens.map(({ jti }) => jti)}::text[], ${tokens.map(({ expiresAt }) => expiresAt)}::bigint[])
      as row (jti, expires_at)
    order by jti
    on conflict do nothing
    returning jti`;
  const unused = new Set(inserted.map(({ jti }) => jti));
  return sessions.filter(({ token }) => token === null || unused.delete(token.jti));
}

/** One statement per session, because two of a batch may have the same visitor. They share one round trip. */
async function findVisitors(tx: Queries, sessions: readonly NewSession[]): Promise<Visitor[]> {
  return await Promise.all(
    sessions.map(async ({ session, visitorHash }): Promise<Visitor> => {
      const { accountId, pageUserId, createdAt } = session;
      const match = pageUserId === null ? tx`(account_id, secret_hash)` : tx`(account_id, page_user_id)`;
      const [row] = await tx<Visitor[]>`
        insert into visitors as known (id, account_id, secret_hash, page_user_id, last_seen)
        values (${newUserId()}, ${accountId}, ${pageUserId === null ? Buffer.from(visitorHash ?? '', 'hex') : null},
          ${pageUserId}, to_timestamp(${createdAt}::bigint / 1000.0))
        on conflict ${match} do update set seen_before = known.last_seen, last_seen = excluded.last_seen
        returning id, (extract(epoch from coalesce(seen_before, last_seen)) * 1000)::bigint as "lastSeenMs"`;
      if (row === undefined) throw new Error('the visitor was neither found nor created');
      return row;
    }),
  );
}

async function insertSessions(
  tx: Queries,
  sessions: readonly Created[],
  owner: string | null,
): Promise<void> {
  const column = <T>(read: (entry: Created) => T): T[] => sessions.map(read);
  await tx`
    insert into sessions (id, account_id, avatar_id, visitor_id, page_user_id, user_name, user_last_seen, state,
      max_session_duration,
      ticket_hash, resume_hash, created_at, login_sealed, brain_sealed, canary, second_trial, webhook_id, last_sequence, owner)
    select id, account_id, avatar_id, visitor_id, page_user_id, user_name, to_timestamp(last_seen / 1000.0), 'waiting',
      max_duration,
      decode(ticket_hash, 'hex'), decode(resume_hash, 'hex'), to_timestamp(created_at / 1000.0), login_sealed,
      brain_sealed, canary, second_trial, webhook_id, 1, ${owner}::text
    from unnest(
      ${column(({ created }) => created.session.id)}::text[],
      ${column(({ created }) => created.session.accountId)}::text[],
      ${column(({ created }) => created.session.avatarId)}::bigint[],
      ${column(({ visitor }) => visitor.id)}::bigint[],
      ${column(({ created }) => created.session.pageUserId)}::text[],
      ${column(({ created }) => created.session.userName)}::text[],
      ${column(({ visitor }) => visitor.lastSeenMs)}::bigint[],
      ${column(({ created }) => created.session.maxDurationSeconds)}::integer[],
      ${column(({ created }) => created.ticketHash)}::text[],
      ${column(({ created }) => created.resumeHash)}::text[],
      ${column(({ created }) => created.session.createdAt)}::bigint[],
      ${column(({ created }) => created.loginSealed)}::text[],
      ${column(({ created }) => created.brainSealed)}::text[],
      ${column(({ created }) => String(created.canary))}::boolean[],
      ${column(({ created }) => created.secondTrial)}::integer[],
      ${column(({ created }) => created.webhookId)}::text[]
    ) as row (id, account_id, avatar_id, visitor_id, page_user_id, user_name, last_seen, max_duration, ticket_hash,
      resume_hash, created_at, login_sealed, brain_sealed, canary, second_trial, webhook_id)`;
}
