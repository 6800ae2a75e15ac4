import { type Clock, urlWithPath } from '../../kernel/index.ts';
import { BrainFailure, type TurnTimes } from '../../live/index.ts';
import {
  type Outbound,
  OutboundError,
  type OutboundRequest,
  type OutboundStream,
  type RequestHeaders,
} from '../../outbound/index.ts';
import type { ChatMessage } from './messages.ts';

export type ModelAddress = {
  readonly accountId: string;
  /** The base address of an OpenAI-compatible server, or its chat-completions address itself. */
  readonly url: string;
  readonly key: string | null;
  readonly model: string;
};

/** What an account sets for its avatar. */
export type ModelSettings = ModelAddress & {
  /** The system prompt; may be empty. */
  readonly prompt: string;
  /** How many earlier messages the model sees. */
  readonly historyMessages: number;
  /** For a whole turn, including the time to read the history. */
  readonly chatTimeoutMs: number;
};

/** What the answers of a model have shown about it. */
export type ModelHabits = {
  /** Its answers begin in the middle of a thought. */
  beginsWithThought: boolean;
};

/** What requests to all model servers share. */
export type ModelDeps = {
  readonly outbound: Outbound;
  readonly clock: Clock;
};

type CompletionRequest = Readonly<Pick<OutboundRequest, 'url' | 'method' | 'headers' | 'body'>>;

/** Enough for the longest reply in pieces of one word, each in the JSON that servers put around it. */
const streamBytes = 8_388_608;

export function completionRequest(
  settings: ModelAddress,
  messages: readonly ChatMessage[],
  stream: boolean,
): CompletionRequest {
  const headers: RequestHeaders = {
    ...(settings.key !== null && { Authorization: `Bearer ${settings.key}` }),
    'Content-Type': 'application/json',
    Accept: stream ? 'text/event-stream, application/json' : 'application/json',
  };
  return {
    url: urlWithPath(settings.url, '/chat/completions'),
    method: 'POST',
    headers,
    body: JSON.stringify({ model: settings.model, messages, stream }),
  };
}

/** Sends the messages once; resolves when the answer begins. */
export async function requestCompletion(
  { outbound, clock }: ModelDeps,
  request: CompletionRequest,
  times: TurnTimes,
  totalTimeoutMs: number,
  signal: AbortSignal,
): Promise<OutboundStream> {
  const sentBefore = times.sentAt;
  times.sentAt ??= clock.now();
  try {
    const stream = await outbound.stream({
      ...request,
      totalTimeoutMs,
      maxResponseBytes: streamBytes,
      signal,
    });
    times.firstByteAt = clock.now();
    return stream;
  } catch (error) {
    const failure = transportFailure(error);
    if (error instanceof OutboundError && !error.bytesSent) times.sentAt = sentBefore;
    throw failure;
  }
}

export function abortedFailure(): BrainFailure {
  const problem = 'The request was aborted.';
  return new BrainFailure(problem, { stage: 'aborted', problem });
}

export function transportFailure(error: unknown): BrainFailure {
  if (!(error instanceof OutboundError)) throw error;
  const { stage, message, status, code } = error;
  return new BrainFailure(message, {
    stage,
    problem: message,
    ...(status !== undefined && { httpStatus: status }),
    ...(code !== undefined && { code }),
  });
}
