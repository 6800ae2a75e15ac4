import type { SessionState } from '@parley/protocol';
import type { SessionDirectory, SessionPresence } from '../../bus/index.ts';
import { nothingNew } from '../../bus/testing/nothing-new.ts';
import { newSessionId } from '../../kernel/index.ts';

/** What a session offers to people, for a stand-in in which none take part. */
export const withoutPeople: Pick<SessionPresence, 'person' | 'watch'> = {
  person: async () => ({ outcome: 'done' }),
  watch: async () => nothingNew,
};

export type LiveSession = Disposable & { readonly sessionId: string; readonly timesEnded: number };

export type LiveSessionOptions = Partial<SessionState> & {
  readonly accountId: string;
  readonly avatarId: number;
  readonly sessionId?: string;
  /** Gives the state instead, for tests in which it changes or fails. */
  readonly readState?: () => SessionState;
};

/** Adds a session to the directory, like its owner. Ending it takes a moment, as with a real owner. */
export const liveSession = (sessions: SessionDirectory, options: LiveSessionOptions): LiveSession => {
  const { accountId, sessionId = newSessionId(), readState, ...state } = options;
  const fixed = { avatarStatus: 'IDLE', userId: 1_234_567_890_123, lastActivityAt: null, ...state } as const;
  let timesEnded = 0;
  const presence = {
    sessionId,
    accountId,
    state: readState ?? (() => fixed),
    async disconnect() {
      if (timesEnded > 0) return false;
      timesEnded += 1;
      await new Promise(setImmediate);
      listing[Symbol.dispose]();
      return true;
    },
    callback: async () => 'taken' as const,
    clearContext: async () => {},
    ...withoutPeople,
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
