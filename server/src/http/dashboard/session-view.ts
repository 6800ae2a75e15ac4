import type { TranscriptEntry } from '@parley/protocol';
import type { GatewayRequest, LiveSession, Session } from '@parley/protocol/dashboard';
import type { SessionDirectory } from '../../bus/index.ts';
import type { ListedSession, readTurns } from '../../live/index.ts';

type TurnRow = Awaited<ReturnType<typeof readTurns>>[number];

export function sessionView(session: ListedSession, now: number): Session {
  const stretch =
    session.connectedAt === null || session.state !== 'connected' ? 0 : now - session.connectedAt;
  return {
    id: session.id,
    avatar: { id: String(session.avatarId), name: session.avatarName },
    user: { id: session.userId, name: session.userName },
    state: session.state,
    createdAt: session.createdAt,
    firstConnectedAt: session.firstConnectedAt,
    endedAt: session.endedAt,
    endReason: session.endReason,
    duration: Math.max(0, Math.floor((session.connectedMs + stretch) / 1000)),
  };
}

export async function liveView(
  session: ListedSession,
  sessions: SessionDirectory,
  now: number,
): Promise<LiveSession> {
  const sight = session.state === 'ended' ? null : await sessions.find(session.id);
  return {
    ...sessionView(session, now),
    avatarStatus: sight?.state.avatarStatus ?? null,
    lastActivityAt: sight?.state.lastActivityAt ?? null,
  };
}

/** LOGIN and LOGOUT are known by their outcome; each CHAT by its turn. */
export function gatewayOf(
  session: { login: string; logout: string; firstConnectedAt: number | null; endedAt: number | null },
  turns: readonly TurnRow[],
  transcript: readonly TranscriptEntry[],
): GatewayRequest[] {
  const nothing = {
    turn: null,
    firstByteAt: null,
    message: null,
    reply: null,
    httpStatus: null,
    problem: null,
    body: null,
  };
  const said = (speaker: string, from: number, to: number): string | null =>
    transcript
      .filter((entry) => entry.speaker === speaker && entry.timestamp >= from && entry.timestamp < to)
      .map(({ message }) => message)
      .join(' ') || null;
  const chats = turns.filter(({ kind, sentAt }) => kind === 'chat' && sentAt !== null);
  const requests: GatewayRequest[] = chats.map((turn, index) => {
    const detail = (turn.detail ?? {}) as Record<string, unknown>;
    const text = (name: string): string | null =>
      typeof detail[name] === 'string' ? (detail[name] as string) : null;
    const next = chats[index + 1]?.receivedAt ?? Number.MAX_SAFE_INTEGER;
    return {
      action: 'CHAT',
      outcome: turn.outcome,
      turn: turn.number,
      sentAt: turn.sentAt,
      firstByteAt: turn.firstByteAt,
      message: said('user', turn.receivedAt - 50, Math.min(next, turn.receivedAt + 50)),
      reply: turn.outcome === 'failed' ? null : said('avatar', turn.receivedAt, next),
      httpStatus: typeof detail.httpStatus === 'number' ? detail.httpStatus : null,
      problem: text('problem') ?? text('error'),
      body: text('body'),
    };
  });
  return [
    ...(session.login === 'none'
      ? []
      : [{ ...nothing, action: 'LOGIN' as const, outcome: session.login, sentAt: session.firstConnectedAt }]),
    ...requests,
    ...(session.logout === 'none'
      ? []
      : [{ ...nothing, action: 'LOGOUT' as const, outcome: session.logout, sentAt: session.endedAt }]),
  ];
}
