import { createGateway, createModelBrain, type HistoryMessage } from '../brain/index.ts';
import type { Clock } from '../kernel/index.ts';
import type { Brain, BrainNote } from '../live/index.ts';
import type { OutboundByAccount } from '../outbound/index.ts';
import type { OtherBrain } from './replay.ts';

export type OtherBrainDeps = {
  readonly outbound: OutboundByAccount;
  readonly clock: Clock;
  readonly callbackUrl: string;
  authTokenOf(sessionId: string): string;
};

/** The other brain in one session. */
export type BrainInSession = Brain & {
  /** What was said so far, for a language model. An endpoint remembers by itself. */
  readonly history: HistoryMessage[];
  /** Ends a session. Why it could not be ended matters to nobody. */
  logout(sessionId: string, signal: AbortSignal): Promise<void>;
};

/** From the avatar that the session was held with. */
export type SessionSettings = {
  readonly accountId: string;
  readonly avatarId: number;
  readonly chatTimeoutMs: number;
  readonly sendsHeard: boolean;
};

/**
 * The code that serves real sessions, without their records. Each session has its own circuit breaker, so that what one of
 * them gets does not depend on the others.
 */
export function brainInSession(
  deps: OtherBrainDeps,
  { brain, url, key, modelName, modelPrompt, modelHistory }: OtherBrain,
  settings: SessionSettings,
): BrainInSession {
  const { outbound, clock } = deps;
  const { accountId, avatarId, chatTimeoutMs, sendsHeard } = settings;
  const history: HistoryMessage[] = [];
  if (brain === 'model') {
    const models = createModelBrain({
      outbound,
      clock,
      history: { read: (_, limit) => Promise.resolve(history.slice(-limit)) },
      onHistoryError() {},
    });
    const model = { accountId, url, key, model: modelName, prompt: modelPrompt, chatTimeoutMs };
    return {
      ...models.brain(avatarId, { ...model, historyMessages: modelHistory }),
      history,
      logout: () => Promise.resolve(),
    };
  }
  const gateway = createGateway(deps);
  const endpoint = { accountId, url, key, chatTimeoutMs, sendsHeard };
  return {
    ...gateway.brain(avatarId, endpoint),
    history,
    async logout(sessionId, signal) {
      await gateway.logout(avatarId, sessionId, endpoint, signal);
    },
  };
}

export const problemIn = (note: BrainNote): string =>
  typeof note.problem === 'string' ? note.problem : 'The other brain did not accept the session.';
