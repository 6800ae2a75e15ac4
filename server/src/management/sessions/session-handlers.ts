import { Readable } from 'node:stream';
import type { SessionDirectory } from '../../bus/index.ts';
import {
  type Conversations,
  readRating,
  transcriptEntry,
  transcriptForms,
} from '../../conversations/index.ts';
import type { Sql } from '../../db/index.ts';
import type { GatewayLog } from '../../gateway-log/index.ts';
import { type Clock, conflict } from '../../kernel/index.ts';
import { findVisitors, listSessionPage, readEvents, readTurns } from '../../live/index.ts';
import { readShadowAnswers, type SecondBrains } from '../../second-brain/index.ts';
import { avatarFilter } from '../avatars/avatar-view.ts';
import type { CallContext, HandlersFor } from '../calls/call-context.ts';
import { timePage } from '../calls/cursor.ts';
import { Download } from '../calls/non-json-answers.ts';
import type { AnsweringCall } from './answering-handlers.ts';
import { findSession, targetOf } from './find-session.ts';
import type { LiveStreams } from './live-stream.ts';
import { eventView, gatewayOf, liveView, sessionView } from './session-view.ts';
import { problemOf } from './turn-problem.ts';

/** How much is shown of the transcript, of the turns and of the events of a session. */
const maxShownBytes = 1024 * 1024;

export function sessionHandlers(deps: {
  sql: Sql;
  clock: Clock;
  sessions: SessionDirectory;
  conversations: Pick<Conversations, 'firstMessages' | 'transcriptPages' | 'settled'>;
  gatewayLog: Pick<GatewayLog, 'read'>;
  secondBrains: Pick<SecondBrains, 'stored'>;
  streams: LiveStreams;
}): Omit<HandlersFor<'sessions'>, AnsweringCall> {
  const { sql, clock, sessions, conversations, gatewayLog, secondBrains, streams } = deps;
  const commandSession = async (
    { accountId, part, audit }: CallContext<'sessions.disconnect'>,
    send: (id: string) => Promise<boolean>,
  ): Promise<void> => {
    const session = await findSession(sql, accountId, part('session'));
    if (!(await send(session.id))) throw conflict('This session has ended.');
    await audit(targetOf(session));
  };

  return {
    'sessions.live': ({ accountId }) => streams.read(accountId),
    'sessions.stream': ({ accountId, stillAllowed }) => streams.open(accountId, stillAllowed),

    async 'sessions.list'({ accountId, query }) {
      const { user, state, from: fromMs, to: toMs, failed } = query;
      const avatarId = avatarFilter(query.avatar);
      const visitorIds = user === undefined ? null : await findVisitors(sql, accountId, user);
      const filter = { accountId, avatarId, visitorIds, state, fromMs, toMs, failed };
      return await timePage(query, async (page) =>
        (await listSessionPage(sql, { ...filter, ...page })).map((each) => sessionView(each, clock.now())),
      );
    },

    async 'sessions.get'({ accountId, part }) {
      const session = await findSession(sql, accountId, part('session'));
      // The latest messages are written with a delay.
      await Promise.all([conversations.settled(), secondBrains.stored()]);
      const [turns, shadows, { messages, isCut }, exchanges, events, rating, snapshot] = await Promise.all([
        readTurns(sql, session.id, maxShownBytes),
        readShadowAnswers(sql, session.id, maxShownBytes),
        conversations.firstMessages(session.id, maxShownBytes),
        gatewayLog.read(session.id),
        readEvents(sql, session.id, maxShownBytes),
        readRating(sql, session.id),
        session.state === 'ended' ? null : sessions.find(session.id),
      ]);
      const shadowOf = new Map(shadows.map((answer) => [answer.turn, answer]));
      return {
        ...liveView(session, snapshot, clock.now()),
        forgotten: session.forgottenAt !== null,
        rating,
        transcript: messages.map((message) => ({
          ...transcriptEntry(message),
          ...(message.person === null ? {} : { person: message.person }),
        })),
        truncated: isCut,
        turns: turns.map((turn) => ({
          ...turn,
          kind: turn.kind as 'chat',
          problem: problemOf(turn),
          detail: (turn.detail ?? null) as Record<string, unknown> | null,
          shadow: shadowOf.get(turn.number) ?? null,
        })),
        gateway: gatewayOf(session, turns, messages, exchanges),
        events: events.map(eventView),
      };
    },

    async 'sessions.transcript'({ accountId, part, query, audit }) {
      const session = await findSession(sql, accountId, part('session'));
      if (session.forgottenAt !== null)
        throw conflict('This transcript was deleted with the visitor’s data.');
      const { make, type, ending } = transcriptForms[query.format ?? 'text'];
      const head = {
        sessionId: session.id,
        avatarName: session.avatarName,
        userName: session.userName,
        startedAtMs: session.firstConnectedAt ?? session.createdAt,
        endedAtMs: session.endedAt,
      };
      await audit(targetOf(session), { format: query.format ?? 'text' });
      const pieces = Readable.from(make(head, conversations.transcriptPages(session.id)));
      return new Download(type, pieces, `${session.id}.${ending}`);
    },

    'sessions.disconnect': (call) => commandSession(call, (id) => sessions.disconnect(id, 'dashboard')),
    'sessions.clearContext': (call) => commandSession(call, (id) => sessions.clearContext(id)),
  };
}
