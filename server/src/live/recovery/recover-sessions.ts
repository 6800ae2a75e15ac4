import type { Sql } from '../../db/index.ts';
import type { Log, SealedBox } from '../../kernel/index.ts';
import { openLogin } from '../identity/sealed-login.ts';
import { openBrain, type SessionBrain } from '../identity/session-brain.ts';
import { type LoginFacts, userFactsOf } from '../identity/user-facts.ts';
import { droppedEvent, type Link } from '../link/link.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { SessionStart } from '../session/session-start.ts';
import type { Sessions } from '../session/sessions.ts';
import { type AliveSession, readAliveSessions } from '../store/alive-sessions.ts';

export type RecoveryDeps = {
  readonly sql: Sql;
  readonly box: SealedBox;
  readonly sessions: Sessions;
  readonly now: number;
  /** The last time at which the process before is known to have lived. */
  readonly lastAliveAt: number;
  readonly log: Log;
};

/**
 * Takes over the sessions that were alive when the service stopped or was killed. After a kill, those that were
 * connected count as dropped: this is published now, and their grace period begins.
 */
export async function recoverSessions(deps: RecoveryDeps): Promise<number> {
  const { sql, sessions, log } = deps;
  const alive = await readAliveSessions(sql);
  await Promise.all(
    alive.map(async (row) => {
      sessions.reserve(row.avatarId);
      const session = sessions.add(startOf(row, deps));
      if (row.avatarDeleted) await session.finish('hangup', 'dashboard');
      else if (row.state === 'connected' && !row.reconnects) await session.finish('timeout', 'drop');
      else if (row.state === 'connected') await publishDrop(session, deps.now);
    }),
  );
  if (alive.length > 0) log.info({ count: alive.length }, 'recovered live sessions');
  return alive.length;
}

/** The process before was killed while this session was connected: the drop is published now. */
async function publishDrop(session: LiveSession, now: number): Promise<void> {
  if (session.link.kind !== 'dropped') return;
  await session.save(session.events.fromLink([droppedEvent(session.link.before.connectedMs)], now));
}

function startOf(row: AliveSession, deps: RecoveryDeps): SessionStart {
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
    identity,
    user: userFactsOf(identity, row.lastSeenMs, loginOf(row, deps)),
    brain: brainIn(row, deps),
    link: linkOf(row, deps),
    credentials: { ticketHash, resumeHash, oldResumeHash },
    login: row.login,
    lastSequence: row.lastSequence,
    lastMessage: row.lastMessage,
    lastTurn: row.lastTurn,
    questions: row.questions,
    reconnects: row.reconnects,
    platform: row.platform ?? 'native',
    pendingUtterances: row.unsaid,
    tags: row.tags,
  };
}

/** A session whose facts cannot be read must not keep the others from being recovered. */
function loginOf({ id, loginSealed }: AliveSession, { box, log }: RecoveryDeps): LoginFacts {
  const unknown = { locale: 'en-US', customString: null, accessToken: null, jwtToken: null };
  try {
    return loginSealed === null ? unknown : openLogin(box, id, loginSealed);
  } catch (error) {
    log.error(
      { err: error, sessionId: id },
      'could not read the facts of LOGIN, the session goes on without',
    );
    return unknown;
  }
}

function brainIn({ id, brainSealed }: AliveSession, { box, log }: RecoveryDeps): SessionBrain | null {
  try {
    return brainSealed === null ? null : openBrain(box, id, brainSealed);
  } catch (error) {
    log.error({ err: error, sessionId: id }, 'could not read the brain of a session');
    return null;
  }
}

function linkOf(row: AliveSession, { now, lastAliveAt }: RecoveryDeps): Link {
  if (row.state === 'waiting' || row.firstConnectedAt === null) {
    return { kind: 'waiting', since: row.createdAt };
  }
  const sinceConnectedMs = row.connectedAt === null ? 0 : Math.max(0, lastAliveAt - row.connectedAt);
  const before = {
    firstConnectedAt: row.firstConnectedAt,
    connectedMs: row.connectedMs + sinceConnectedMs,
  };
  if (row.leaving) return { kind: 'leaving', since: now, before };
  // It ends at once, and its end is published as that of a connected session.
  const endsNow = row.avatarDeleted || !row.reconnects;
  if (row.state === 'connected' && endsNow) return { kind: 'connected', since: now, before };
  return { kind: 'dropped', since: now, before };
}
