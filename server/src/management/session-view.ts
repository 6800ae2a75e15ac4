import type { TranscriptEntry } from '@parley/protocol';
import type { GatewayRequest } from '@parley/protocol/management';
import type { SessionDirectory } from '../bus/index.ts';
import type { GatewayLog } from '../gateway-log/index.ts';
import type { ListedSession, TurnRow } from '../live/index.ts';

type ExchangeRecord = Awaited<ReturnType<GatewayLog['read']>>[number];

export function sessionView(session: ListedSession, now: number) {
  const stretch =
    session.connectedAt === null || session.state !== 'connected' ? 0 : now - session.connectedAt;
  return {
    ...session,
    avatar: { id: session.avatarId, name: session.avatarName },
    user: { id: session.userId, name: session.userName },
    duration: Math.max(0, Math.floor((session.connectedMs + stretch) / 1000)),
  };
}

export async function liveView(session: ListedSession, sessions: SessionDirectory, now: number) {
  const snapshot = session.state === 'ended' ? null : await sessions.find(session.id);
  return {
    ...sessionView(session, now),
    avatarStatus: snapshot?.state.avatarStatus ?? null,
    lastActivityAt: snapshot?.state.lastActivityAt ?? null,
  };
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
  transcript: readonly TranscriptEntry[],
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
    ...chatsOf(turns, transcript),
  ].toSorted((one, other) => (one.sentAt ?? 0) - (other.sentAt ?? 0));
  return [...begun, ...known('LOGOUT', session.logout, session.endedAt)];
}

function chatsOf(turns: readonly TurnRow[], transcript: readonly TranscriptEntry[]): GatewayRequest[] {
  const cutShort = interruptedReplies(turns, transcript);
  const ofOtherTurns = new Set(cutShort.values());
  const said = (speaker: string, from: number, to: number): string | null =>
    transcript
      .filter((entry) => entry.speaker === speaker && entry.timestamp >= from && entry.timestamp < to)
      .filter((entry) => entry.source !== 'page' && !ofOtherTurns.has(entry))
      .map(({ message }) => message)
      .join(' ') || null;
  const chats = turns.filter(({ kind, sentAt }) => kind === 'chat' && sentAt !== null);
  return chats.map((turn, index) => {
    const detail = (turn.detail ?? {}) as Record<string, unknown>;
    const text = (name: string): string | null =>
      typeof detail[name] === 'string' ? (detail[name] as string) : null;
    const next = chats[index + 1]?.receivedAt ?? Number.MAX_SAFE_INTEGER;
    const reply = cutShort.get(turn.number)?.message ?? said('avatar', turn.receivedAt, next);
    return {
      ...nothing,
      action: 'CHAT',
      outcome: turn.outcome,
      turn: turn.number,
      sentAt: turn.sentAt,
      firstByteAt: turn.firstByteAt,
      message: said('user', turn.receivedAt - 50, Math.min(next, turn.receivedAt + 50)),
      reply: turn.outcome === 'failed' ? null : reply,
      httpStatus: typeof detail.httpStatus === 'number' ? detail.httpStatus : null,
      problem: text('problem') ?? text('error'),
      body: text('body'),
    };
  });
}

/**
 * By turn, the replies that were interrupted. What was heard of a reply is known only after the interruption, so its
 * entry in the transcript may be later than the next question.
 */
function interruptedReplies(
  turns: readonly TurnRow[],
  transcript: readonly TranscriptEntry[],
): ReadonlyMap<number, TranscriptEntry> {
  const left = transcript.filter(({ speaker, interrupted }) => speaker === 'avatar' && interrupted === true);
  const found = new Map<number, TranscriptEntry>();
  for (const { number, heard, receivedAt } of turns) {
    const index = left.findIndex(({ message, timestamp }) => message === heard && timestamp >= receivedAt);
    if (index !== -1) for (const entry of left.splice(index, 1)) found.set(number, entry);
  }
  return found;
}
