import type { Clock } from '../../kernel/index.ts';
import type { Brain, OpenResult } from '../../live/index.ts';
import type { OutboundByAccount } from '../../outbound/index.ts';
import { complete } from './complete.ts';
import { type History, type OnHistoryError, readHistory } from './history.ts';
import { messagesFor } from './messages.ts';
import type { ModelAddress, ModelSettings } from './model-server.ts';
import { summarize, type TranscriptLine } from './summary.ts';

export type ModelBrainDeps = {
  readonly outbound: OutboundByAccount;
  readonly history: History;
  readonly onHistoryError: OnHistoryError;
  readonly clock: Clock;
};

export type ModelBrains = ReturnType<typeof createModelBrain>;

const open: OpenResult = { outcome: 'open' };

/** Brains that use any server with OpenAI's chat completions API. */
export function createModelBrain(deps: ModelBrainDeps) {
  const { outbound, clock } = deps;

  return {
    brain(_avatarId: number, settings: ModelSettings): Brain {
      const modelDeps = { outbound: outbound.forAccount(settings.accountId), clock };
      const habits = { beginsWithThought: false };
      return {
        open: () => Promise.resolve(open),
        async answer(question, signal) {
          const deadlineMs = clock.monotonicMs() + settings.chatTimeoutMs;
          const earlier = await readHistory(deps, question, settings.historyMessages, signal);
          const messages = messagesFor(settings.prompt, earlier, question);
          const turn = { messages, times: question.times, deadlineMs };
          return await complete(modelDeps, settings, habits, turn, signal);
        },
      };
    },
    /** Null if the model gives no summary. */
    summarize: (settings: ModelAddress, transcript: readonly TranscriptLine[]): Promise<string | null> =>
      summarize(outbound.forAccount(settings.accountId), settings, transcript),
  };
}
