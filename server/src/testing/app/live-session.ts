import type { SessionState } from '@parley/protocol';
import type { SessionDirectory } from '../../bus/index.ts';
import { newSessionId } from '../../kernel/index.ts';

export type LiveSession = Disposable & { readonly sessionId: string; readonly timesEnded: number };

export type LiveSessionOptions = Partial<SessionState> & {
  readonly accountId: string;
  readonly avatarId: number;
  readonly sessionId?: string;
};

/** Puts a session into the directory as its owner would. Ending it takes a moment, as it does for a real owner. */
export const liveSession = (
  sessions: SessionDirectory,
  { accountId, sessionId = newSessionId(), ...given }: LiveSessionOptions,
): LiveSession => {
  const state: SessionState = {
    avatarStatus: 'IDLE',
    userId: 1_234_567_890_123,
    lastActivityAt: null,
    ...given,
  };
  let timesEnded = 0;
  const presence = sessions.add({
    sessionId,
    accountId,
    state: () => state,
    async disconnect() {
      if (timesEnded > 0) return false;
      timesEnded += 1;
      await new Promise(setImmediate);
      presence[Symbol.dispose]();
      return true;
    },
  });
  return {
    sessionId,
    get timesEnded() {
      return timesEnded;
    },
    [Symbol.dispose]: () => presence[Symbol.dispose](),
  };
};
