import type { Sql } from '../../db/index.ts';
import type { Log, SealedBox } from '../../kernel/index.ts';
import { type LoginFacts, openLogin } from '../identity/login-facts.ts';
import type { Passes } from '../identity/session-credentials.ts';
import type { Link } from '../link/link.ts';
import { userIdOf } from '../session/event-details.ts';
import type { SessionStart } from '../session/session-start.ts';
import type { Sessions } from '../session/sessions.ts';
import type { LoginState, Platform, SessionIdentity } from '../store/session-row.ts';

type AliveRow = (SessionIdentity & Passes) & {
  state: 'waiting' | 'connected' | 'dropped';
  firstConnectedAt: number | null;
  connectedAt: number | null;
  connectedMs: number;
  lastSeenMs: number;
  loginSealed: string | null;
  login: LoginState;
  lastSequence: number;
  lastMessage: number;
  lastTurn: number;
  platform: Platform | null;
  unsaid: string | null;
  tags: string | null;
};

/**
 * Takes over the sessions that were alive when the service stopped or was killed. Those that were connected have
 * dropped without anybody noticing: the world is told now, and the grace begins.
 */
export async function recoverSessions(needs: {
  sql: Sql;
  box: SealedBox;
  sessions: Sessions;
  now: number;
  /** The last moment at which the service before is known to have lived. */
  lastAliveAt: number;
  log: Log;
}): Promise<number> {
  const rows = await readAlive(needs.sql);
  const dropped = rows.flatMap((row) => {
    needs.sessions.hold(row.avatarId);
    const session = needs.sessions.add(startOf(row, needs.box, needs.now, needs.lastAliveAt, needs.log));
    return row.state === 'connected' ? [session.noticeCrash()] : [];
  });
  await Promise.all(dropped);
  if (rows.length > 0) needs.log.info({ count: rows.length }, 'took over live sessions');
  return rows.length;
}

function startOf(
  row: AliveRow,
  box: SealedBox,
  now: number,
  lastAliveAt: number,
  log: Log,
): Omit<SessionStart, 'onGone' | 'onEnded'> {
  const login = loginOf(row, box, log);
  const { id, accountId, avatarId, visitorId, pageUserId, userName, maxDurationSeconds, createdAt } = row;
  return {
    identity: { id, accountId, avatarId, visitorId, pageUserId, userName, maxDurationSeconds, createdAt },
    user: {
      sessionId: id,
      accountId,
      avatarId,
      userId: userIdOf(row),
      userName,
      lastSeenMs: row.lastSeenMs,
      ...login,
    },
    link: linkOf(row, now, lastAliveAt),
    ticketHash: row.ticketHash,
    resumeHash: row.resumeHash,
    oldResumeHash: row.oldResumeHash,
    login: row.login,
    lastSequence: row.lastSequence,
    lastMessage: row.lastMessage,
    lastTurn: row.lastTurn,
    platform: row.platform ?? 'native',
    unsaid: row.unsaid,
    tags: row.tags,
  };
}

/** One session whose facts cannot be read must not keep all the others from going on. */
function loginOf({ id, loginSealed }: AliveRow, box: SealedBox, log: Log): LoginFacts {
  const unknown = { locale: 'en-US', customString: null, accessToken: null, jwtToken: null };
  try {
    return loginSealed === null ? unknown : openLogin(box, id, loginSealed);
  } catch (error) {
    log.error({ err: error, sessionId: id }, 'what LOGIN carries cannot be read; it goes without');
    return unknown;
  }
}

function linkOf(row: AliveRow, now: number, lastAliveAt: number): Link {
  if (row.state === 'waiting' || row.firstConnectedAt === null)
    return { kind: 'waiting', since: row.createdAt };
  const stretchMs = row.connectedAt === null ? 0 : Math.max(0, lastAliveAt - row.connectedAt);
  const before = { firstConnectedAt: row.firstConnectedAt, connectedMs: row.connectedMs + stretchMs };
  return { kind: 'dropped', since: now, before };
}

async function readAlive(sql: Sql): Promise<AliveRow[]> {
  return await sql<AliveRow[]>`
    select id, account_id as "accountId", avatar_id as "avatarId", visitor_id as "visitorId",
      page_user_id as "pageUserId", user_name as "userName", max_session_duration as "maxDurationSeconds",
      ms(created_at) as "createdAt", state, encode(ticket_hash, 'hex') as "ticketHash",
      encode(resume_hash, 'hex') as "resumeHash", encode(old_resume_hash, 'hex') as "oldResumeHash",
      ms(first_connected_at) as "firstConnectedAt",
      ms(connected_at) as "connectedAt", connected_ms as "connectedMs", ms(user_last_seen) as "lastSeenMs",
      login_sealed as "loginSealed", login,
      greatest(last_sequence, (select max(sequence) from events where session_id = sessions.id)) as "lastSequence",
      coalesce((select max(number) from messages where session_id = sessions.id), 0) as "lastMessage",
      coalesce((select max(number) from turns where session_id = sessions.id), 0) as "lastTurn",
      (select body::json #>> '{details,platform}' from events
        where session_id = sessions.id and name = 'platform:state-changed'
        order by sequence desc limit 1) as platform,
      unsaid, registered_tags as tags
    from sessions where state <> 'ended'`;
}
