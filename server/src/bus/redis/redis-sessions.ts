import type { CallbackMessage, CallbackOutcome, SessionDirectory, SessionSnapshot } from '../bus.ts';
import { createMemorySessions } from '../memory-sessions.ts';
import type { RedisLink } from './redis-link.ts';
import { openRemoteCalls } from './remote-calls.ts';

export type RedisSessionsDeps = {
  readonly link: Pick<RedisLink, 'publish' | 'subscribe'>;
  readonly processId: string;
  /** The process that owns a live session, from the database. Null if no such session is alive. */
  ownerOf(sessionId: string): Promise<string | null>;
};

type Call =
  | { readonly kind: 'find'; readonly sessionId: string }
  | { readonly kind: 'disconnect'; readonly sessionId: string; readonly by: 'api' | 'dashboard' }
  | { readonly kind: 'callback'; readonly sessionId: string; readonly message: CallbackMessage }
  | { readonly kind: 'clear-context'; readonly sessionId: string };

/**
 * Finds live sessions of all processes. The database knows who owns a session; Redis only carries the question to the owner
 * and the answer back. So Redis may lose everything, and no session is taken for ended.
 */
export async function createRedisSessions(deps: RedisSessionsDeps): Promise<SessionDirectory> {
  const { link, processId } = deps;
  const here = createMemorySessions();
  const calls = await openRemoteCalls({ link, processId, answer: (call) => answerHere(call as Call) });

  const answerHere = async (call: Call): Promise<unknown> => {
    switch (call.kind) {
      case 'find':
        return await here.find(call.sessionId);
      case 'disconnect':
        return await here.disconnect(call.sessionId, call.by);
      case 'callback':
        return await here.callback(call.sessionId, call.message);
      case 'clear-context':
        return await here.clearContext(call.sessionId);
    }
  };
  /** What the owner answers, wherever it is. `absent` if the session is not alive. */
  const askOwner = async <T>(call: Call, absent: T): Promise<T> => {
    if (here.has(call.sessionId)) return (await answerHere(call)) as T;
    const owner = await deps.ownerOf(call.sessionId);
    if (owner === null) return absent;
    return owner === processId ? ((await answerHere(call)) as T) : ((await calls.ask(owner, call)) as T);
  };

  return {
    add: here.add,
    find: (sessionId) => askOwner<SessionSnapshot | null>({ kind: 'find', sessionId }, null),
    disconnect: (sessionId, by = 'api') => askOwner<boolean>({ kind: 'disconnect', sessionId, by }, false),
    callback: (sessionId, message) =>
      askOwner<CallbackOutcome>({ kind: 'callback', sessionId, message }, 'ended'),
    clearContext: (sessionId) => askOwner<boolean>({ kind: 'clear-context', sessionId }, false),
  };
}
