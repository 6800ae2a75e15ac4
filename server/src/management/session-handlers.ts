import type { SessionDirectory } from '../bus/index.ts';
import { type Conversations, transcriptJson, transcriptText, transcriptVtt } from '../conversations/index.ts';
import type { Sql } from '../db/index.ts';
import type { GatewayLog } from '../gateway-log/index.ts';
import { type Clock, conflict, notFound } from '../kernel/index.ts';
import { findVisitors, listSessionPage, readEvents, readListedSession, readTurns } from '../live/index.ts';
import { Download, done } from './answers.ts';
import { avatarFilter } from './avatar-view.ts';
import type { HandlersFor } from './call-context.ts';
import { cursorText, pageOf, timeCursor } from './cursor.ts';
import type { LiveStreams } from './live-stream.ts';
import { gatewayOf, liveView, sessionView } from './session-view.ts';

const forms = {
  text: { make: transcriptText, type: 'text/plain; charset=utf-8', ending: 'txt' },
  json: { make: transcriptJson, type: 'application/json; charset=utf-8', ending: 'json' },
  vtt: { make: transcriptVtt, type: 'text/vtt; charset=utf-8', ending: 'vtt' },
} as const;

export function sessionHandlers(deps: {
  sql: Sql;
  clock: Clock;
  sessions: SessionDirectory;
  conversations: Pick<Conversations, 'transcript' | 'settled'>;
  gatewayLog: Pick<GatewayLog, 'read'>;
  streams: LiveStreams;
}): HandlersFor<'sessions'> {
  const { sql, clock, sessions, conversations, gatewayLog, streams } = deps;
  const find = async (accountId: string, id: string) => {
    const session = await readListedSession(sql, accountId, id);
    if (session === null) throw notFound('There is no such session.');
    return session;
  };
  const targetOf = ({ id, userName }: { id: string; userName: string }) => ({
    kind: 'session',
    id,
    name: userName,
  });

  return {
    'sessions.live': ({ accountId }) => streams.read(accountId),
    'sessions.stream': ({ accountId, stillAllowed }) => streams.open(accountId, stillAllowed),

    async 'sessions.list'({ accountId, query }) {
      const limit = query.limit ?? 50;
      const { user } = query;
      const found = await listSessionPage(sql, {
        accountId,
        avatarId: avatarFilter(query.avatar),
        visitorIds: user === undefined ? null : await findVisitors(sql, accountId, user),
        state: query.state ?? null,
        fromMs: query.from ?? null,
        toMs: query.to ?? null,
        after: timeCursor(query.cursor),
        limit: limit + 1,
      });
      const now = clock.now();
      return pageOf(
        found,
        limit,
        ({ place, id }) => cursorText({ at: place, id }),
        (session) => sessionView(session, now),
      );
    },

    async 'sessions.get'({ accountId, part }) {
      const session = await find(accountId, part('session'));
      // The latest messages are written with a delay.
      await conversations.settled();
      const [turns, transcript, exchanges, events, view] = await Promise.all([
        readTurns(sql, session.id),
        conversations.transcript(session.id),
        gatewayLog.read(session.id),
        readEvents(sql, session.id),
        liveView(session, sessions, clock.now()),
      ]);
      const { maxSessionDuration, login, logout, transcriptEnabled, forgottenAt } = session;
      return {
        ...view,
        maxSessionDuration,
        login,
        logout,
        transcriptEnabled,
        forgotten: forgottenAt !== null,
        transcript,
        turns: turns.map((turn) => ({
          ...turn,
          kind: turn.kind as 'chat',
          detail: (turn.detail ?? null) as Record<string, unknown> | null,
        })),
        gateway: gatewayOf(session, turns, transcript, exchanges),
        events: events.map(({ id, sequence, body }) => {
          const { name, details } = JSON.parse(body) as { name: string; details: Record<string, unknown> };
          return { id, sequence, name, at: Number(details.timestamp ?? 0), details };
        }),
      };
    },

    async 'sessions.transcript'({ accountId, part, query, audit }) {
      const session = await find(accountId, part('session'));
      if (session.forgottenAt !== null)
        throw conflict('This transcript was deleted with the visitor’s data.');
      const { make, type, ending } = forms[query.format ?? 'text'];
      const head = {
        sessionId: session.id,
        avatarName: session.avatarName,
        userName: session.userName,
        startedAtMs: session.firstConnectedAt ?? session.createdAt,
        endedAtMs: session.endedAt,
      };
      const text = make(head, await conversations.transcript(session.id));
      await audit(targetOf(session), { format: query.format ?? 'text' });
      return new Download(type, text, `${session.id}.${ending}`);
    },

    async 'sessions.disconnect'({ accountId, part, audit }) {
      const session = await find(accountId, part('session'));
      if (!(await sessions.disconnect(session.id, 'dashboard'))) throw conflict('This session has ended.');
      await audit(targetOf(session));
      return done;
    },
    async 'sessions.clearContext'({ accountId, part, audit }) {
      const session = await find(accountId, part('session'));
      if (!(await sessions.clearContext(session.id))) throw conflict('This session has ended.');
      await audit(targetOf(session));
      return done;
    },
  };
}
