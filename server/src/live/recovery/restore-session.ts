import type { SessionMemory } from '../../bus/index.ts';
import type { Clock, Log, SealedBox } from '../../kernel/index.ts';
import { openFacts } from '../identity/sealed-facts.ts';
import { userFactsOf } from '../identity/user-facts.ts';
import { droppedEvent, type Link } from '../link/step-link.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { SessionStart } from '../session/session-start.ts';
import type { Sessions } from '../session/sessions.ts';
import type { AliveSession } from '../store/alive-sessions.ts';
import { requestOf } from '../store/session-row.ts';

export type RestoreDeps = {
  readonly box: SealedBox;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly log: Log;
};

/** What a session's row does not contain. */
export type RestoreContext = {
  /** When the previous process was last known to be alive. */
  readonly lastAliveAt: number;
  /** State that only the previous process had in memory. Null if it is lost. */
  readonly memory: SessionMemory | null;
};

const noLogin = { locale: 'en-US', customString: null, accessToken: null, jwtToken: null };

/**
 * Loads a session that another process held. If it was connected when that process died, it counts as dropped: the drop
 * is published now, and the grace period begins.
 */
export async function restoreSession(
  row: AliveSession,
  context: RestoreContext,
  deps: RestoreDeps,
): Promise<LiveSession> {
  const { sessions } = deps;
  const present = sessions.get(row.id);
  if (present !== undefined) return present;
  const now = deps.clock.now();
  sessions.reserve(row.avatarId);
  const session = sessions.add(startOf(row, context, now, deps));
  if (row.avatarDeleted) await session.finish('hangup', 'dashboard');
  else if (row.state === 'connected' && !row.reconnects) await session.finish('timeout', 'drop');
  else if (row.state === 'connected') await publishDrop(session, now);
  return session;
}

async function publishDrop(session: LiveSession, now: number): Promise<void> {
  if (session.link.kind !== 'dropped') return;
  await session.save(session.events.fromLink([droppedEvent(session.link.before.connectedMs)], now));
}

function startOf(
  row: AliveSession,
  { lastAliveAt, memory }: RestoreContext,
  now: number,
  deps: RestoreDeps,
): SessionStart {
  const { id, accountId, avatarId, visitorId, pageUserId, userName, maxDurationSeconds, createdAt } = row;
  const identity = {
    id,
    accountId,
    avatarId,
    visitorId,
    pageUserId,
    userName,
    maxDurationSeconds,
    createdAt,
  };
  const { ticketHash, resumeHash, oldResumeHash } = row;
  return {
    ...row,
    identity,
    user: userFactsOf(identity, row.lastSeenMs, openFacts(deps, id, 'login', row.loginSealed) ?? noLogin),
    brain: openFacts(deps, id, 'brain', row.brainSealed),
    link: linkOf(row, now, lastAliveAt),
    credentials: { ticketHash, resumeHash, oldResumeHash },
    personRequest: requestOf(row),
    platform: row.platform ?? 'native',
    lastFrame: memory?.lastFrame ?? 0,
    context: memory?.context ?? [],
    language: memory?.language ?? null,
  };
}

function linkOf(row: AliveSession, now: number, lastAliveAt: number): Link {
  if (row.state === 'waiting' || row.firstConnectedAt === null) {
    return { kind: 'waiting', since: row.createdAt };
  }
  const sinceConnectedMs = row.connectedAt === null ? 0 : Math.max(0, lastAliveAt - row.connectedAt);
  const before = {
    firstConnectedAt: row.firstConnectedAt,
    connectedMs: row.connectedMs + sinceConnectedMs,
  };
  if (row.leaving) return { kind: 'leaving', since: now, before };
  // The session ends at once, and its end is published like the end of a connected session.
  const endsNow = row.avatarDeleted || !row.reconnects;
  if (row.state === 'connected' && endsNow) return { kind: 'connected', since: now, before };
  return { kind: 'dropped', since: now, before };
}
