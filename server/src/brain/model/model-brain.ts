import type { Clock } from '../../kernel/index.ts';
import type { Outbound } from '../../outbound/index.ts';
import type { Brain, Opening } from '../seam.ts';
import { complete } from './complete.ts';
import { type History, type OnHistoryError, recall } from './history.ts';
import { messagesFor } from './messages.ts';
import type { ModelLimits, ModelSettings } from './model-server.ts';
import { summarize, type TranscriptLine } from './summary.ts';

export type ModelBrainDeps = {
  readonly outbound: Outbound;
  readonly history: History;
  readonly onHistoryError: OnHistoryError;
  readonly clock: Clock;
  readonly limits?: Partial<ModelLimits>;
};

export type ModelBrains = {
  brain(avatarId: number, settings: ModelSettings): Brain;
  /** Null where the model gives no summary; the transcript itself has to serve then. */
  summarize(settings: ModelSettings, transcript: readonly TranscriptLine[]): Promise<string | null>;
};

const defaultLimits: ModelLimits = {
  silenceMs: 30_000,
  totalMs: 120_000,
  historyMs: 2_000,
  summaryMs: 15_000,
};
const open: Opening = { outcome: 'open' };

/** For any server that speaks OpenAI's chat completions. */
export function createModelBrain(deps: ModelBrainDeps): ModelBrains {
  const { outbound, clock, history, onHistoryError } = deps;
  const tools = { outbound, clock, limits: { ...defaultLimits, ...deps.limits } };
  const memory = { history, onHistoryError, limitMs: tools.limits.historyMs };

  return {
    brain: (_avatarId, settings) => ({
      open: () => Promise.resolve(open),
      async answer(question, signal) {
        const recalled = await recall(memory, question, settings.historyMessages, signal);
        const messages = messagesFor(settings.prompt, recalled, question);
        return await complete(tools, settings, messages, question.times, signal);
      },
    }),
    summarize: (settings, transcript) => summarize(tools, settings, transcript),
  };
}
