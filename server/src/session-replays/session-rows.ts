import type { ReplayedSession } from '@parley/protocol/management';
import type { Queries, Sql } from '../db/index.ts';
import { invalid } from '../kernel/index.ts';
import type { ClaimedReplay } from './replay.ts';
import { kept, replayLimits } from './replay-limits.ts';

type CandidateSession = {
  readonly id: string;
  readonly state: string;
  readonly erased: boolean;
  readonly avatarId: number;
};
/** The sessions of a replay, oldest first, and the avatars that they were held with. */
export type ChosenSessions = { readonly ids: readonly string[]; readonly avatarIds: readonly number[] };

/**
 * Erasing a visitor locks their sessions. These are locked here as well, so that none is chosen while it is being erased.
 */
export async function chooseByIds(
  tx: Queries,
  accountId: string,
  ids: readonly string[],
): Promise<ChosenSessions> {
  const found = await tx<CandidateSession[]>`
    select id, state, forgotten_at is not null as erased, avatar_id as "avatarId" from sessions
    where account_id = ${accountId} and id = any(${[...ids]}::text[]) order by id for key share`;
  const byId = new Map(found.map((session) => [session.id, session]));
  const chosen = [...new Set(ids)].map((id) => {
    const session = byId.get(id);
    const name = `"${id.slice(0, 40)}"`;
    if (session === undefined) throw invalid(`There is no session ${name}. Check its id.`, 'sessions');
    if (session.erased)
      throw invalid(`The visitor of session ${name} was erased. It cannot be replayed.`, 'sessions');
    if (session.state !== 'ended')
      throw invalid(`Session ${name} has not ended yet. Wait for its end.`, 'sessions');
    return session;
  });
  return chosenOf(chosen);
}

/** The newest ones with questions. */
export async function chooseOfAvatar(
  tx: Queries,
  accountId: string,
  avatarId: number,
  { sinceMs, limit }: { readonly sinceMs: number; readonly limit: number },
): Promise<ChosenSessions> {
  const newest = await tx<{ id: string }[]>`
    select id from sessions
    where account_id = ${accountId} and avatar_id = ${avatarId} and state = 'ended' and forgotten_at is null
      and created_at >= to_timestamp(${sinceMs}::bigint / 1000.0)
      and exists (select from turns where session_id = sessions.id and kind = 'chat')
    order by created_at desc, id limit ${limit}`;
  if (newest.length === 0)
    throw invalid('This avatar has no ended session with questions from that time.', 'avatar');
  const found = await tx<CandidateSession[]>`
    select id, state, forgotten_at is not null as erased, avatar_id as "avatarId" from sessions
    where id = any(${newest.map(({ id }) => id)}::text[]) and forgotten_at is null order by id for key share`;
  const order = new Map(newest.map(({ id }, index) => [id, -index]));
  return chosenOf(found.toSorted((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0)));
}

const chosenOf = (sessions: readonly CandidateSession[]): ChosenSessions => ({
  ids: sessions.map(({ id }) => id),
  avatarIds: [...new Set(sessions.map(({ avatarId }) => avatarId))],
});

/** A session that is to be played, with what LOGIN says about its visitor. */
export type DueSession = {
  readonly number: number;
  readonly sessionId: string;
  readonly avatarId: number;
  readonly visitorId: string;
  readonly userId: string;
  readonly lastSeenMs: number;
  readonly locale: string | null;
  /** Under this id an earlier process began to play it, and sent no LOGOUT. */
  readonly begunAs: string | null;
};

/** Those that are not played to the end. They are played again from the beginning. */
export async function readDueSessions(sql: Queries, replayId: string): Promise<DueSession[]> {
  return await sql<DueSession[]>`
    select number, session_id as "sessionId", avatar_id as "avatarId", visitor_id::text as "visitorId",
      coalesce(page_user_id, visitor_id::text) as "userId", ms(user_last_seen) as "lastSeenMs",
      (select substring(request from '"locale":"([A-Za-z0-9-]{1,40})"') from gateway_exchanges
        where gateway_exchanges.session_id = sessions.id and action = 'LOGIN' order by sent_at limit 1) as locale,
      case when replay_sessions.state = 'playing' then played_as end as "begunAs"
    from replay_sessions join sessions on sessions.id = session_id
    where replay_id = ${replayId} and replay_sessions.state in ('waiting', 'playing') and forgotten_at is null
    order by number`;
}

type Claim = Pick<ClaimedReplay, 'id' | 'claim'>;

/** A replay's session while the replay is ours and runs. Locks the replay, so that it does not end at the same instant. */
const ours = (sql: Queries, { id, claim }: Claim, number: number) => sql`
  replay_id = ${id} and number = ${number}
    and exists (select from replays where id = ${id} and claim = ${claim} and state = 'running' for share)`;

/** Forgets what an earlier process has played of it. False if it must not be played any more. */
export async function beginSession(
  sql: Sql,
  claim: Claim,
  number: number,
  playedAs: string,
): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const { count } = await tx`
      update replay_sessions set state = 'playing', played_as = ${playedAs}, callbacks = '{}'
      where ${ours(tx, claim, number)}`;
    if (count === 0) return false;
    await tx`delete from replay_turns where replay_id = ${claim.id} and session = ${number}`;
    return true;
  });
}

export async function endSession(
  sql: Queries,
  claim: Claim,
  number: number,
  problem: string | null,
): Promise<void> {
  await sql`
    update replay_sessions set state = ${problem === null ? 'played' : 'failed'}, problem = ${problem}, callbacks = '{}'
    where ${ours(sql, claim, number)}`;
}

export type ReplayCallback = 'taken' | 'too-many' | 'ended';

/** What the other brain says by itself in a session that is being played. */
export async function takeCallback(sql: Queries, playedAs: string, message: string): Promise<ReplayCallback> {
  const isPlayed = sql`played_as = ${playedAs} and state = 'playing'
    and exists (select from replays where id = replay_id and state = 'running')`;
  const { count } = await sql`
    update replay_sessions set callbacks = array_append(callbacks, ${kept(message)}::text)
    where ${isPlayed} and cardinality(callbacks) < ${replayLimits.callbacks}`;
  if (count === 1) return 'taken';
  const found = await sql`select from replay_sessions where ${isPlayed}`;
  return found.length === 0 ? 'ended' : 'too-many';
}

export async function countCallbacks(sql: Queries, playedAs: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select cardinality(callbacks)::int as count from replay_sessions
    where played_as = ${playedAs} and state = 'playing'`;
  return row?.count ?? 0;
}

export async function listReplayedSessions(sql: Queries, replayId: string): Promise<ReplayedSession[]> {
  type Row = Omit<ReplayedSession, 'avatar'> & { readonly avatarId: number; readonly avatarName: string };
  const rows = await sql<Row[]>`
    select replay_sessions.number, session_id as session, avatar_id as "avatarId", avatars.name as "avatarName",
      ms(sessions.created_at) as "createdAt", replay_sessions.state, problem,
      coalesce(turns, 0) as turns, coalesce(different, 0) as different
    from replay_sessions
    join sessions on sessions.id = session_id
    join avatars on avatars.id = avatar_id
    left join (
      select session, count(*)::int as turns, count(*) filter (where different)::int as different
      from replay_turns where replay_id = ${replayId} group by session
    ) as played on played.session = replay_sessions.number
    where replay_id = ${replayId} order by replay_sessions.number`;
  return rows.map(({ avatarId, avatarName, ...session }) => ({
    ...session,
    avatar: { id: String(avatarId), name: avatarName },
  }));
}
