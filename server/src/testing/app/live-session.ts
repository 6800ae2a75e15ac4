import type { SessionState } from '@parley/protocol';
import type { SessionDirectory } from '../../bus/index.ts';
import { newSessionId } from '../../kernel/index.ts';

export type LiveSession = Disposable & { readonly sessionId: string; readonly timesEnded: number };

export type LiveSessionOptions = Partial<SessionState> & {
  readonly accountId: string;
  readonly avatarId: number;
  readonly sessionId?: string;
  /** Asked instead, where the state is to change or to fail. */
  readonly tell?: () => SessionState;
};

/** Puts a session into the directory as its owner would. Ending it takes a moment, as it does for a real owner. */
export const liveSession = (sessions: SessionDirectory, options: LiveSessionOptions): LiveSession => {
  const { accountId, sessionId = newSessionId(), tell, ...given } = options;
  const fixed = { avatarStatus: 'IDLE', userId: 1_234_567_890_123, lastActivityAt: null, ...given } as const;
  let timesEnded = 0;
  const presence = {
    sessionId,
    accountId,
    state: tell ?? (() => fixed),
    async disconnect() {
      if (timesEnded > 0) return false;
      timesEnded += 1;
      await new Promise(setImmediate);
      listing[Symbol.dispose]();
      return true;
    },
    callback: async () => 'taken' as const,
    clearContext: async () => {},
  };
  const listing = sessions.add(presence);
  return {
    sessionId,
    get timesEnded() {
      return timesEnded;
    },
    [Symbol.dispose]: () => listing[Symbol.dispose](),
  };
};
