import type { EventDetails } from '@parley/protocol';
import { type EventSource, makeEvent, type StoredEvent } from '../../webhooks/index.ts';
import type { LinkNews } from '../link/link.ts';
import type { SessionIdentity } from '../store/session-row.ts';

/** The number as text where the page named nobody. */
export const userIdOf = ({
  pageUserId,
  visitorId,
}: Pick<SessionIdentity, 'pageUserId' | 'visitorId'>): string => pageUserId ?? String(visitorId);

export function whoOf(session: SessionIdentity, now: number) {
  return {
    session_id: session.id,
    avatar_id: String(session.avatarId),
    user_id: userIdOf(session),
    user_name: session.userName,
    timestamp: now,
  };
}

export const sourceOf = (session: SessionIdentity, sequence: number): EventSource => ({
  accountId: session.accountId,
  avatarId: session.avatarId,
  sessionId: session.id,
  sequence,
});

export function connectionDetails(
  session: SessionIdentity,
  news: LinkNews,
  now: number,
): EventDetails['connection:state-changed'] {
  const details = {
    state: news.state,
    max_session_duration: session.maxDurationSeconds,
    ...whoOf(session, now),
  };
  if (news.state === 'connecting') return { ...details, is_reconnect_attempt: false };
  if (news.state === 'connected') return details;
  return {
    ...details,
    reason: news.reason,
    will_attempt_reconnect: news.willReconnect,
    duration: news.durationSeconds,
  };
}

export function connectionEvent(
  session: SessionIdentity,
  sequence: number,
  news: LinkNews,
  now: number,
): StoredEvent {
  return makeEvent(
    sourceOf(session, sequence),
    'connection:state-changed',
    connectionDetails(session, news, now),
  );
}
