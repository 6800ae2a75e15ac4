import { BrainFailure, type TurnTimes } from '../../live/index.ts';
import type { OutboundStream } from '../../outbound/index.ts';
import { isEventStream } from '../event-stream.ts';
import type { ChatMessage } from './messages.ts';
import {
  abortedFailure,
  completionRequest,
  type ModelDeps,
  type ModelHabits,
  type ModelSettings,
  requestCompletion,
} from './model-server.ts';
import { streamedCompletion } from './streamed-completion.ts';
import { wholeCompletion } from './whole-completion.ts';

export type ModelTurn = {
  readonly messages: readonly ChatMessage[];
  readonly times: TurnTimes;
  /** By the monotonic clock. */
  readonly deadlineMs: number;
};

/** The model's reply, streamed if the server can. */
export async function complete(
  deps: ModelDeps,
  settings: ModelSettings,
  habits: ModelHabits,
  turn: ModelTurn,
  signal: AbortSignal,
): Promise<string | AsyncIterable<string>> {
  const { clock } = deps;
  const { messages, times, deadlineMs } = turn;
  const ask = (streamed: boolean): Promise<OutboundStream> => {
    const leftMs = Math.max(1, Math.ceil(deadlineMs - clock.monotonicMs()));
    return requestCompletion(deps, completionRequest(settings, messages, streamed), times, leftMs, signal);
  };

  const stream = await ask(true);
  const isStreamed = stream.status === 200 && isEventStream(stream.headers['content-type']);
  if (isStreamed) return streamedCompletion(stream, settings.key, habits, signal);
  const reply = await wholeCompletion(stream, settings.key).catch(async (error: unknown) => {
    if (!refusesToStream(error)) throw error;
    return await wholeCompletion(await ask(false), settings.key);
  });
  if (signal.aborted) throw abortedFailure();
  return reply;
}

/** Servers that cannot stream, or not with this model, answer with a 4xx before they do anything. */
function refusesToStream(error: unknown): boolean {
  if (!(error instanceof BrainFailure)) return false;
  const { httpStatus } = error.note;
  return (httpStatus === 400 || httpStatus === 422) && /\bstream/i.test(error.message);
}
