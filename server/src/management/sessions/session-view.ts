import type { GatewayRequest } from '@parley/protocol/management';
import type { SessionSnapshot } from '../../bus/index.ts';
import { type StoredMessage, wordsByTurn } from '../../conversations/index.ts';
import type { GatewayLog } from '../../gateway-log/index.ts';
import type { EventRow, ListedSession, TurnRow } from '../../live/index.ts';

type ExchangeRecord = Awaited<ReturnType<GatewayLog['read']>>[number];

export function sessionView(session: ListedSession, now: number) {
  const currentConnectionMs =
    session.connectedAt === null || session.state !== 'connected' ? 0 : now - session.connectedAt;
  return {
    ...session,
    avatar: { id: session.avatarId, name: session.avatarName },
    user: { id: session.userId, name: session.userName },
    person: session.personName === null ? null : { name: session.personName },
    personRequest:
      session.personRequestedAt === null
        ? null
        : { at: session.personRequestedAt, reason: session.personReason ?? '' },
    duration: Math.max(0, Math.floor((session.connectedMs + currentConnectionMs) / 1000)),
  };
}

/** A session without a snapshot is shown as the database knows it. */
export function liveView(session: ListedSession, snapshot: SessionSnapshot | null, now: number) {
  return {
    ...sessionView(session, now),
    avatarStatus: snapshot?.state.avatarStatus ?? null,
    lastActivityAt: snapshot?.state.lastActivityAt ?? null,
  };
}

const leftOut = 'This event is long. Its delivery shows it.';

/** A long event is left out here: a transcript, which is shown beside it. */
export function eventView({ id, sequence, name, at, body }: EventRow) {
  if (body === null) return { id, sequence, name, at, details: { timestamp: at, left_out: leftOut } };
  const { details } = JSON.parse(body) as { details: Record<string, unknown> };
  return { id, sequence, name, at: Number(details.timestamp ?? 0), details };
}

type Outcomes = { login: string; logout: string; firstConnectedAt: number | null; endedAt: number | null };

const nothing = {
  turn: null,
  firstByteAt: null,
  message: null,
  reply: null,
  httpStatus: null,
  problem: null,
  request: null,
  durationMs: null,
  body: null,
};

/** LOGIN and LOGOUT as recorded, or only their outcome if the record is gone; and a CHAT for each turn. */
export function gatewayOf(
  session: Outcomes,
  turns: readonly TurnRow[],
  messages: readonly StoredMessage[],
  exchanges: readonly ExchangeRecord[],
): GatewayRequest[] {
  const noted = (action: ExchangeRecord['action']): GatewayRequest[] =>
    exchanges
      .filter((exchange) => exchange.action === action)
      .map(({ answer, ...exchange }) => ({ ...nothing, ...exchange, body: answer }));
  const known = (action: ExchangeRecord['action'], outcome: string, sentAt: number | null) => {
    const found = noted(action);
    return found.length > 0 || outcome === 'none' ? found : [{ ...nothing, action, outcome, sentAt }];
  };
  // An endpoint that lost the session gets another LOGIN. It is listed at the time it was sent.
  const begun = [
    ...known('LOGIN', session.login, session.firstConnectedAt),
    ...chatsOf(turns, messages),
  ].toSorted((one, other) => (one.sentAt ?? 0) - (other.sentAt ?? 0));
  return [...begun, ...known('LOGOUT', session.logout, session.endedAt)];
}

function chatsOf(turns: readonly TurnRow[], messages: readonly StoredMessage[]): GatewayRequest[] {
  const wordsOf = wordsByTurn(turns, messages);
  const chats = turns.filter(({ kind, sentAt }) => kind === 'chat' && sentAt !== null);
  return chats.map((turn) => {
    const detail = (turn.detail ?? {}) as Record<string, unknown>;
    const text = (name: string): string | null =>
      typeof detail[name] === 'string' ? (detail[name] as string) : null;
    const { message, reply } = wordsOf(turn);
    return {
      ...nothing,
      action: 'CHAT',
      outcome: turn.outcome,
      turn: turn.number,
      sentAt: turn.sentAt,
      firstByteAt: turn.firstByteAt,
      message,
      reply: turn.outcome === 'failed' ? null : reply,
      httpStatus: typeof detail.httpStatus === 'number' ? detail.httpStatus : null,
      problem: text('problem') ?? text('error'),
      body: text('body'),
    };
  });
}
