import type { Sql } from '../../db/index.ts';
import type { SessionIdentity } from '../identity/session-identity.ts';
import type { Platform, SessionRow } from './session-row.ts';

/** A session that has not ended, as the process before left it. */
export type AliveSession = SessionIdentity &
  Omit<SessionRow, 'droppedAt' | 'endedAt' | 'endReason' | 'logout' | 'transcript'> & {
    readonly lastSeenMs: number;
    readonly loginSealed: string | null;
    readonly brainSealed: string | null;
    readonly avatarDeleted: boolean;
    readonly lastMessage: number;
    readonly lastTurn: number;
    readonly questions: number;
    readonly platform: Platform | null;
  };

export async function readAliveSessions(sql: Sql): Promise<AliveSession[]> {
  return await sql<AliveSession[]>`
    select id, account_id as "accountId", avatar_id as "avatarId", visitor_id as "visitorId",
      page_user_id as "pageUserId", user_name as "userName", max_session_duration as "maxDurationSeconds",
      ms(created_at) as "createdAt", state, encode(ticket_hash, 'hex') as "ticketHash",
      encode(resume_hash, 'hex') as "resumeHash", encode(old_resume_hash, 'hex') as "oldResumeHash",
      ms(first_connected_at) as "firstConnectedAt",
      ms(connected_at) as "connectedAt", connected_ms as "connectedMs", ms(user_last_seen) as "lastSeenMs",
      login_sealed as "loginSealed", brain_sealed as "brainSealed", leaving, reconnects,
      exists (select from avatars where avatars.id = avatar_id and deleted_at is not null) as "avatarDeleted", login,
      greatest(last_sequence, (select max(sequence) from events where session_id = sessions.id)) as "lastSequence",
      coalesce((select max(number) from messages where session_id = sessions.id), 0) as "lastMessage",
      coalesce((select max(number) from turns where session_id = sessions.id), 0) as "lastTurn",
      (select count(*)::int from turns where session_id = sessions.id and kind = 'chat') as questions,
      (select body::json #>> '{details,platform}' from events
        where session_id = sessions.id and name = 'platform:state-changed'
        order by sequence desc limit 1) as platform,
      unsaid, registered_tags as tags
    from sessions where state <> 'ended'`;
}
