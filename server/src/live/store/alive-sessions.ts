import { storedBytesIn } from '../../conversations/index.ts';
import type { Queries } from '../../db/index.ts';
import type { SessionIdentity } from '../identity/session-identity.ts';
import type { StoredPerson } from '../person/stored-person.ts';
import type { Platform, SessionRow } from './session-row.ts';

/** A session that has not ended, as the previous process left it. */
export type AliveSession = SessionIdentity &
  Omit<
    SessionRow,
    'droppedAt' | 'endedAt' | 'endReason' | 'endedBy' | 'logout' | 'transcript' | 'nextOwner' | 'person'
  > & {
    readonly lastSeenMs: number;
    readonly loginSealed: string | null;
    readonly brainSealed: string | null;
    readonly avatarDeleted: boolean;
    readonly lastMessage: number;
    readonly storedBytes: number;
    readonly lastTurn: number;
    readonly questions: number;
    readonly platform: Platform | null;
    readonly person: StoredPerson | null;
  };

/** More than a session may have queued. An older version stored more. */
const maxPendingBytes = 2 * 1024 * 1024;

const columns = (sql: Queries) => sql`
  sessions.id, account_id as "accountId", avatar_id as "avatarId", visitor_id as "visitorId",
  page_user_id as "pageUserId", user_name as "userName", max_session_duration as "maxDurationSeconds",
  ms(created_at) as "createdAt", state, encode(ticket_hash, 'hex') as "ticketHash",
  encode(resume_hash, 'hex') as "resumeHash", encode(old_resume_hash, 'hex') as "oldResumeHash",
  ms(first_connected_at) as "firstConnectedAt",
  ms(connected_at) as "connectedAt", connected_ms as "connectedMs", ms(user_last_seen) as "lastSeenMs",
  login_sealed as "loginSealed", brain_sealed as "brainSealed", leaving, reconnects,
  exists (select from avatars where avatars.id = avatar_id and deleted_at is not null) as "avatarDeleted", login,
  greatest(last_sequence, (select max(sequence) from events where session_id = sessions.id)) as "lastSequence",
  coalesce((select max(number) from messages where session_id = sessions.id), 0) as "lastMessage",
  ${storedBytesIn(sql, sql`sessions.id`)} as "storedBytes",
  coalesce((select max(number) from turns where session_id = sessions.id), 0) as "lastTurn",
  (select count(*)::int from turns where session_id = sessions.id and kind = 'chat') as questions,
  (select body::json #>> '{details,platform}' from events
    where session_id = sessions.id and name = 'platform:state-changed'
    order by sequence desc limit 1) as platform,
  case when octet_length(unsaid) <= ${maxPendingBytes} then unsaid end as "pendingUtterances", registered_tags as tags,
  ms(person_requested_at) as "personRequestedAt", person_reason as "personReason",
  person, takeover_from as "takeoverFrom"`;

/** Some of them, in order of their ids. */
export async function readAliveSessions(
  sql: Queries,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<AliveSession[]> {
  return await sql<AliveSession[]>`
    select ${columns(sql)} from sessions where state <> 'ended' and id > ${after} order by id limit ${limit}`;
}

/** Only a live process may claim sessions. One that was declared dead may not know it yet. */
const lives = (sql: Queries, id: string) =>
  sql`exists (select from processes where processes.id = ${id} and replaced_at is null)`;

/** Null if the session is not alive or another process owns it. */
export async function readOwnedSession(
  sql: Queries,
  id: string,
  owner: string,
): Promise<AliveSession | null> {
  const [row] = await sql<AliveSession[]>`
    select ${columns(sql)} from sessions where id = ${id} and owner = ${owner} and state <> 'ended'
      and ${lives(sql, owner)}`;
  return row ?? null;
}

/** The owner of a session that has not ended. */
export type Ownership = {
  readonly owner: string | null;
  /** Whether the owner is a live process, as far as the database knows. */
  readonly ownerLives: boolean;
  /** When the owner was last known to be alive. */
  readonly lastBeatAt: number | null;
};

export async function readOwnership(sql: Queries, id: string): Promise<Ownership | null> {
  const [row] = await sql<Ownership[]>`
    select owner, coalesce(processes.id is not null and replaced_at is null, false) as "ownerLives",
      ms(beat_at) as "lastBeatAt"
    from sessions left join processes on processes.id = owner
    where sessions.id = ${id} and state <> 'ended'`;
  return row ?? null;
}

/** The owners of sessions that have not ended, as far as they are live processes. */
export async function listOwners(
  sql: Queries,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly owner: string }[]> {
  return await sql<{ id: string; owner: string }[]>`
    select sessions.id, owner from sessions join processes on processes.id = owner and replaced_at is null
    where sessions.id = any(${[...ids]}::text[]) and state <> 'ended'`;
}

/** Takes a session over if its owner is still the one that was read. Null if another process was quicker. */
export async function claimSession(
  sql: Queries,
  id: string,
  from: string | null,
  to: string,
): Promise<AliveSession | null> {
  const [row] = await sql<AliveSession[]>`
    update sessions set owner = ${to}
    where id = ${id} and owner is not distinct from ${from} and state <> 'ended' and ${lives(sql, to)}
    returning ${columns(sql)}`;
  return row ?? null;
}

/** Takes over sessions of an owner that is gone, in order of their ids. Leaves out rows that others are claiming. */
export async function claimSessionsOf(
  sql: Queries,
  from: string | null,
  to: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<AliveSession[]> {
  return await sql<AliveSession[]>`
    with free as (
      select id from sessions
      where state <> 'ended' and owner is not distinct from ${from} and id > ${after} and ${lives(sql, to)}
      order by id limit ${limit} for no key update skip locked
    )
    update sessions set owner = ${to} from free where sessions.id = free.id
    returning ${columns(sql)}`;
}

/**
 * Takes over sessions that no process holds and no client has come for: unused tickets that have expired, and dropped
 * sessions whose client should be back by now.
 */
export async function claimUnownedSessions(
  sql: Queries,
  to: string,
  times: { readonly createdBefore: number; readonly droppedBefore: number; readonly limit: number },
): Promise<AliveSession[]> {
  return await sql<AliveSession[]>`
    with free as (
      select id from sessions
      where owner = '' and state <> 'ended' and ${lives(sql, to)} and (
        (state = 'waiting' and created_at < to_timestamp(${times.createdBefore}::bigint / 1000.0))
        or (state in ('connected', 'dropped')
          and coalesce(dropped_at, '-infinity') < to_timestamp(${times.droppedBefore}::bigint / 1000.0)))
      order by created_at limit ${times.limit} for no key update skip locked
    )
    update sessions set owner = ${to} from free where sessions.id = free.id
    returning ${columns(sql)}`;
}

/** Whether a process that is gone still owns a session that is alive or has post-session tasks. */
export async function ownsAny(sql: Queries, owner: string | null): Promise<boolean> {
  const [row] = await sql<{ ownsAny: boolean }[]>`
    select exists (
      select from sessions where state <> 'ended' and owner is not distinct from ${owner}
    ) or exists (
      select from sessions where (logout = 'due' or transcript = 'due') and owner is not distinct from ${owner}
    ) as "ownsAny"`;
  return row?.ownsAny ?? false;
}

/** The sessions that a process owns, according to the database. */
export async function listOwnedSessions(sql: Queries, owner: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from sessions where state <> 'ended' and owner = ${owner}`;
  return rows.map(({ id }) => id);
}

/** A process that runs alone holds every session, and there is no other process. */
export async function claimAll(sql: Queries): Promise<void> {
  await sql`delete from processes`;
  await sql`
    update sessions set owner = null
    where owner is not null and (state <> 'ended' or logout = 'due' or transcript = 'due')`;
}

/** Frees sessions whose owner has no row, for example after the database was restored from a backup. */
export async function disownUnknown(sql: Queries): Promise<void> {
  await sql`
    update sessions set owner = ''
    where owner <> '' and (state <> 'ended' or logout = 'due' or transcript = 'due')
      and not exists (select from processes where processes.id = owner)`;
}
