import { Type } from 'typebox';
import type { Accounts } from '../../accounts/index.ts';
import type { SessionDirectory } from '../../bus/index.ts';
import type { Conversations } from '../../conversations/index.ts';
import type { Sql } from '../../db/index.ts';
import { invalid, notFound, parseAvatarId } from '../../kernel/index.ts';
import {
  type ListedSession,
  listSessionPage,
  readEvents,
  readListedSession,
  readTurns,
} from '../../live/index.ts';
import { sendJson } from '../answers.ts';
import type { Route } from '../route.ts';
import { accountScope, pathPart, queriedAccount } from './request-parts.ts';

const operator = { kind: 'operator' } as const;
const scopeQuery = { account: Type.String({ description: 'Answer only for sessions of this account.' }) };
const maxListed = 200;

export function sessionRoutes(deps: {
  sql: Sql;
  accounts: Accounts;
  sessions: SessionDirectory;
  conversations: Pick<Conversations, 'transcript' | 'settled'>;
}): Route[] {
  const { sql, sessions } = deps;
  const find = async (id: string, accountId: string | undefined): Promise<ListedSession> => {
    const session = await readListedSession(sql, accountId ?? null, id);
    if (session === null) throw notFound(`There is no session ${id.slice(0, 140)}.`);
    return session;
  };
  const view = async (session: ListedSession) => {
    const snapshot = await sessions.find(session.id);
    const stretchMs = session.connectedAt === null ? 0 : Date.now() - session.connectedAt;
    return {
      id: session.id,
      account: session.accountId,
      avatar: String(session.avatarId),
      user_id: session.userId,
      user_name: session.userName,
      state: session.state,
      status: snapshot?.state.avatarStatus ?? null,
      created_at: new Date(session.createdAt).toISOString(),
      ended_at: session.endedAt === null ? null : new Date(session.endedAt).toISOString(),
      duration: Math.floor((session.connectedMs + stretchMs) / 1000),
      end_reason: session.endReason,
      login: session.login,
      logout: session.logout,
    };
  };
  const change = (verb: string, summary: string, run: (id: string) => Promise<boolean>): Route => ({
    method: 'POST',
    path: `/operator/sessions/:id/${verb}`,
    access: operator,
    document: { tag: 'Operator', summary, query: scopeQuery, answers: { 200: { description: 'Done' } } },
    async handle(request, reply) {
      const { id } = await find(pathPart(request, 'id'), accountScope(request));
      if (!(await run(id))) throw notFound(`Session ${id} has ended.`);
      return sendJson(reply, 200, { id, done: true });
    },
  });

  return [
    {
      method: 'GET',
      path: '/operator/sessions',
      access: operator,
      document: {
        tag: 'Operator',
        summary: 'List an account’s sessions, newest first',
        query: {
          ...scopeQuery,
          avatar: Type.String(),
          live: Type.Boolean({ description: 'Only live sessions.' }),
        },
        required: ['account'],
        answers: { 200: { description: `At most ${maxListed} sessions` } },
      },
      async handle(request, reply) {
        const { avatar, live } = request.query as Record<string, unknown>;
        const avatarId = typeof avatar === 'string' ? parseAvatarId(avatar) : null;
        if (avatar !== undefined && avatarId === null) throw invalid('avatar must be an avatar id.');
        const account = await deps.accounts.get(queriedAccount(request));
        const found = await listSessionPage(sql, {
          accountId: account.id,
          avatarId,
          visitorIds: null,
          state: live === 'true' ? 'live' : null,
          fromMs: null,
          toMs: null,
          after: null,
          limit: maxListed,
        });
        return sendJson(reply, 200, { sessions: await Promise.all(found.map(view)) });
      },
    },
    {
      method: 'GET',
      path: '/operator/sessions/:id',
      access: operator,
      document: {
        tag: 'Operator',
        summary: 'Show a session with its turns, transcript and events',
        query: scopeQuery,
        answers: { 200: { description: 'The session' } },
      },
      async handle(request, reply) {
        const session = await find(pathPart(request, 'id'), accountScope(request));
        // The latest messages are written with a delay.
        await deps.conversations.settled();
        const [turns, transcript, events] = await Promise.all([
          readTurns(sql, session.id),
          deps.conversations.transcript(session.id),
          readEvents(sql, session.id),
        ]);
        return sendJson(reply, 200, {
          ...(await view(session)),
          turns,
          transcript,
          events: events.map(({ id, sequence, body }) => ({ id, sequence, ...(JSON.parse(body) as object) })),
        });
      },
    },
    change('disconnect', 'End a live session', (id) => sessions.disconnect(id)),
    change('clear-context', 'Make the language model forget what was said', (id) =>
      sessions.clearContext(id),
    ),
  ];
}
