import type { EventDetails } from '@parley/protocol';
import { type EventSource, makeEvent, type StoredEvent } from '../../events/index.ts';
import { type SessionIdentity, userIdOf } from '../identity/session-identity.ts';
import type { LinkEvent } from '../link/step-link.ts';

/** The details that all events of a session have. */
export function sessionDetails(session: SessionIdentity, now: number) {
  return {
    session_id: session.id,
    avatar_id: String(session.avatarId),
    user_id: userIdOf(session),
    user_name: session.userName,
    timestamp: now,
  };
}

export const eventSource = (
  session: Pick<SessionIdentity, 'id' | 'accountId' | 'avatarId'>,
  sequence: number,
): EventSource => ({
  accountId: session.accountId,
  avatarId: session.avatarId,
  sessionId: session.id,
  sequence,
});

export function connectionDetails(
  session: SessionIdentity,
  event: LinkEvent,
  now: number,
): EventDetails['connection:state-changed'] {
  const details = {
    state: event.state,
    max_session_duration: session.maxDurationSeconds,
    ...sessionDetails(session, now),
  };
  if (event.state === 'connecting') return { ...details, is_reconnect_attempt: false };
  if (event.state === 'connected') return details;
  return {
    ...details,
    reason: event.reason,
    will_attempt_reconnect: event.willReconnect,
    duration: event.durationSeconds,
  };
}

export function connectionEvent(
  session: SessionIdentity,
  sequence: number,
  event: LinkEvent,
  now: number,
): StoredEvent {
  const details = connectionDetails(session, event, now);
  return makeEvent(eventSource(session, sequence), 'connection:state-changed', details);
}
