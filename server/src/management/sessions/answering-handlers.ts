import type { Accounts } from '../../accounts/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { PersonCommand, RateLimits, SessionDirectory } from '../../bus/index.ts';
import type { Sql } from '../../db/index.ts';
import { conflict, Refusal, Semaphore, SemaphoreFull } from '../../kernel/index.ts';
import { countTaken } from '../../live/index.ts';
import type { CallContext, HandlersFor } from '../calls/call-context.ts';
import { personOf } from '../calls/caller.ts';
import { findSession, targetOf } from './find-session.ts';
import { positionIn, type WatchStreams } from './watch-streams.ts';

export type AnsweringCall = `sessions.${'watch' | 'take' | 'say' | 'typing' | 'release'}`;

type About = Pick<CallContext<'sessions.release'>, 'accountId' | 'actor' | 'part'>;

const maxTaken = 50;
const sayRule = { burst: 5, rate: 5 };

/** People who follow live sessions and answer in place of the brain. */
export function answeringHandlers(deps: {
  sql: Sql;
  accounts: Pick<Accounts, 'get'>;
  sessions: Pick<SessionDirectory, 'person'>;
  limits: RateLimits;
  watching: WatchStreams;
}): Pick<HandlersFor<'sessions'>, AnsweringCall> {
  const { sql, accounts, sessions, limits, watching } = deps;
  // Those of one account go one after another, so that each is stored before the next one counts. A lock in the database
  // would keep a connection while the owner of the session, which needs one itself, is asked.
  const takes = new Semaphore({
    limit: Number.POSITIVE_INFINITY,
    maxPerKey: 1,
    maxWaiting: maxTaken,
  });
  const findLive = async ({ accountId, part }: About) => {
    const session = await findSession(sql, accountId, part('session'));
    if (session.state === 'ended') throw sessionOver();
    return session;
  };
  const audit = (
    { accountId, actor }: About,
    action: string,
    session: Parameters<typeof targetOf>[0],
    details = {},
  ) => recordAudit(sql, { accountId, actor, action, target: targetOf(session), details });

  const tell = async (sessionId: string, command: PersonCommand): Promise<void> => {
    const { outcome, by } = await sessions.person(sessionId, command);
    switch (outcome) {
      case 'done':
        return;
      case 'not-yours':
        throw new Refusal('not_answering', notYours(by?.name, command.kind));
      case 'too-many':
        throw new Refusal('too_many_requests', 'Too many words wait to be said. Wait until some are said.');
      case 'full':
        throw conflict('This session has stored as many words as it may. Nothing more can be said in it.');
      case 'ended':
        throw sessionOver();
    }
  };

  return {
    async 'sessions.watch'(call) {
      const session = await findLive(call);
      const { accountId, caller, query, lastEventId, stillAllowed } = call;
      const after = positionIn(lastEventId ?? query.after);
      const watched = {
        accountId,
        sessionId: session.id,
        personId: personOf(caller).id,
        after,
        stillAllowed,
      };
      const stream = watching.open(watched);
      await audit(call, 'session.watched', session);
      return stream;
    },

    async 'sessions.take'(call) {
      const session = await findLive(call);
      const { accountId, caller, body } = call;
      const person = personOf(caller);
      const { takeoverSilence } = await accounts.get(accountId);
      const cut = body.cut ?? true;
      const take = async () => {
        if ((await countTaken(sql, accountId, session.id)) >= maxTaken)
          throw new Refusal(
            'too_many_requests',
            `The people of this account have taken over ${maxTaken} sessions. Hand one back first.`,
          );
        await tell(session.id, { kind: 'take', person, cut, handBackMs: takeoverSilence * 1_000 });
      };
      await takes.run(accountId, take).catch((error: unknown) => {
        if (!(error instanceof SemaphoreFull)) throw error;
        throw new Refusal(
          'too_many_requests',
          'Too many sessions are being taken over at the same time. Try again in a moment.',
        );
      });
      await audit(call, 'session.taken', session, { cut });
    },

    async 'sessions.say'(call) {
      const session = await findLive(call);
      if (!(await limits.take(`person-words:${call.accountId}`, sayRule)))
        throw new Refusal('too_many_requests', 'At most 5 messages a second. Wait a moment, then try again.');
      await tell(session.id, { kind: 'say', personId: personOf(call.caller).id, ...call.body });
    },

    async 'sessions.typing'(call) {
      const session = await findLive(call);
      await tell(session.id, { kind: 'typing', personId: personOf(call.caller).id });
    },

    async 'sessions.release'(call) {
      const session = await findLive(call);
      await tell(session.id, { kind: 'release', personId: personOf(call.caller).id });
      await audit(call, 'session.released', session);
    },
  };
}

const sessionOver = () => new Refusal('session_over', 'This session has ended.');

function notYours(name: string | undefined, kind: PersonCommand['kind']): string {
  if (name !== undefined) return `${name} has taken over this session.`;
  return kind === 'release'
    ? 'You have not taken over this session.'
    : 'You have not taken over this session, or it was handed back. Take it over first.';
}
