import { systemClock } from '../../kernel/index.ts';
import type { Brain } from '../../live/index.ts';
import { localOutbound } from '../../outbound/testing/local-outbound.ts';
import { type Answer, type Receiver, startReceiver } from '../../outbound/testing/receiver.ts';
import {
  createModelBrain,
  type ModelBrainDeps,
  type ModelBrains,
  type ModelSettings,
} from '../language-model/index.ts';

export type ModelUnderTest = AsyncDisposable & {
  readonly brains: ModelBrains;
  readonly settings: ModelSettings;
  readonly brain: Brain;
  readonly server: Receiver;
  /** The reported failures of the history. */
  readonly reports: unknown[];
  /** The bodies that arrived, parsed. */
  bodies(): { model: string; messages: { role: string; content: string }[]; stream: boolean }[];
};

/** A model brain and one server with the answer that the test sets. */
export async function modelUnderTest(
  answer: Answer,
  changes: Partial<ModelSettings> = {},
  deps: Partial<ModelBrainDeps> = {},
): Promise<ModelUnderTest> {
  const server = await startReceiver(answer);
  const outbound = localOutbound();
  const reports: unknown[] = [];
  const brains = createModelBrain({
    outbound,
    history: { read: async () => [] },
    onHistoryError: (user, error) => reports.push([user.sessionId, error]),
    clock: systemClock,
    ...deps,
  });
  const url = `${server.url}v1`;
  const settings = {
    accountId: 'acc_1',
    url,
    key: 'key-1',
    model: 'small',
    prompt: 'Be brief.',
    historyMessages: 10,
    chatTimeoutMs: 10_000,
    ...changes,
  };
  return {
    brains,
    settings,
    brain: brains.brain(7, settings),
    server,
    reports,
    bodies: () => server.requests.map((request) => JSON.parse(request.body)),
    async [Symbol.asyncDispose]() {
      await outbound[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

export const completion = (content: unknown): string =>
  JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] });

export const chunk = (delta: object, finishReason: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`;
