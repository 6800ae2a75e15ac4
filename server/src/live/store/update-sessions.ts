import type { Queries } from '../../db/index.ts';
import type { SessionRow } from './session-row.ts';

/**
 * Updates many sessions in one statement. The LOGIN facts are deleted when a session ends. `owner` is this process,
 * null if it runs alone: another owner's session is not touched.
 */
export function updateSessions(tx: Queries, rows: readonly SessionRow[], owner: string | null) {
  const column = <K extends keyof SessionRow>(name: K) => rows.map((row) => row[name]);
  return tx`
    update sessions set
      state = row.state,
      ticket_hash = decode(row.ticket_hash, 'hex'),
      resume_hash = decode(row.resume_hash, 'hex'),
      old_resume_hash = decode(row.old_resume_hash, 'hex'),
      first_connected_at = to_timestamp(row.first_connected_at / 1000.0),
      connected_at = to_timestamp(row.connected_at / 1000.0),
      connected_ms = row.connected_ms,
      dropped_at = to_timestamp(row.dropped_at / 1000.0),
      ended_at = to_timestamp(row.ended_at / 1000.0),
      end_reason = row.end_reason,
      ended_by = row.ended_by,
      leaving = row.leaving,
      reconnects = row.reconnects,
      login = row.login,
      logout = row.logout,
      transcript = row.transcript,
      last_sequence = row.last_sequence,
      unsaid = row.unsaid,
      registered_tags = row.registered_tags,
      person_mail_at = case
        when row.person_requested_at is null or row.state = 'ended' then null
        when sessions.person_requested_at = to_timestamp(row.person_requested_at / 1000.0) then person_mail_at
        else (
          select to_timestamp(row.person_requested_at / 1000.0) + make_interval(secs => person_mail_after)
          from accounts where accounts.id = sessions.account_id and person_mail_after > 0
        )
      end,
      person_requested_at = to_timestamp(row.person_requested_at / 1000.0),
      person_reason = row.person_reason,
      person = row.person::jsonb,
      takeover_from = row.takeover_from,
      owner = coalesce(row.next_owner, owner),
      login_sealed = case when row.state = 'ended' then null else login_sealed end
    from unnest(
      ${column('id')}::text[],
      ${column('state')}::text[],
      ${column('ticketHash')}::text[],
      ${column('resumeHash')}::text[],
      ${column('oldResumeHash')}::text[],
      ${column('firstConnectedAt')}::bigint[],
      ${column('connectedAt')}::bigint[],
      ${column('connectedMs')}::bigint[],
      ${column('droppedAt')}::bigint[],
      ${column('endedAt')}::bigint[],
      ${column('endReason')}::text[],
      ${column('endedBy')}::text[],
      ${column('leaving').map(String)}::boolean[],
      ${column('reconnects').map(String)}::boolean[],
      ${column('login')}::text[],
      ${column('logout')}::text[],
      ${column('transcript')}::text[],
      ${column('lastSequence')}::integer[],
      ${column('pendingUtterances')}::text[],
      ${column('tags')}::text[],
      ${column('personRequestedAt')}::bigint[],
      ${column('personReason')}::text[],
      ${column('person')}::text[],
      ${column('takeoverFrom')}::integer[],
      ${column('nextOwner')}::text[]
    ) as row (id, state, ticket_hash, resume_hash, old_resume_hash, first_connected_at, connected_at, connected_ms, dropped_at,
      ended_at, end_reason, ended_by, leaving, reconnects, login, logout, transcript, last_sequence, unsaid, registered_tags,
      person_requested_at, person_reason, person, takeover_from, next_owner)
    where sessions.id = row.id and sessions.state <> 'ended' and owner is not distinct from ${owner}`;
}

/** The ids of those sessions that another process owns. */
export async function ownedElsewhere(
  tx: Queries,
  ids: readonly string[],
  owner: string | null,
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from sessions where id = any(${[...ids]}::text[]) and owner is distinct from ${owner}`;
  return rows.map(({ id }) => id);
}
