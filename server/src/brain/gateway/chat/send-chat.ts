import type { Permit } from '../../../kernel/index.ts';
import type { Question } from '../../../live/index.ts';
import type { OutboundStream } from '../../../outbound/index.ts';
import { type Endpoint, withTraceparent } from '../endpoint.ts';
import {
  abortedFailure,
  openCircuitFailure,
  type RequestFailure,
  timeoutFailure,
  toBrainFailure,
  transportFailure,
} from '../request-failure.ts';

/** A CHAT whose answer has begun. The code that reads the answer reports the outcome to the endpoint. */
export type ChatResponse = { readonly stream: OutboundStream; readonly permit: Permit };

/** Enough for the longest reply, streamed in very small pieces. */
const streamBytes = 2_097_152;
const maxTries = 2;

/**
 * Sends a CHAT at most once. It is tried a second time only if no connection could be made, so that the turn survives
 * a restart of the endpoint.
 */
export async function sendChat(
  endpoint: Endpoint,
  { times, traceparent }: Pick<Question, 'times' | 'traceparent'>,
  body: string,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<ChatResponse> {
  const { outbound } = endpoint;
  const { clock } = endpoint.deps;
  let failure: RequestFailure | null = null;
  for (let tries = 1; ; tries++) {
    const totalTimeoutMs = deadlineMs - clock.monotonicMs();
    if (totalTimeoutMs < 1)
      throw toBrainFailure(failure ?? timeoutFailure('CHAT', endpoint.settings.chatTimeoutMs));
    const permit = endpoint.enter();
    if (permit.kind === 'open') throw toBrainFailure(failure ?? openCircuitFailure('CHAT', permit));
    const sentBefore = times.sentAt;
    times.sentAt ??= clock.now();
    try {
      const stream = await outbound.stream({
        url: endpoint.address,
        method: 'POST',
        headers: withTraceparent(endpoint.chatHeaders, traceparent),
        body,
        totalTimeoutMs,
        maxResponseBytes: streamBytes,
        signal,
      });
      times.firstByteAt = clock.now();
      return { stream, permit };
    } catch (error) {
      failure = transportFailure('CHAT', error);
      endpoint.report(permit, failure);
      if (!failure.reached) times.sentAt = sentBefore;
      if (tries === maxTries || !mayRetry(failure)) throw toBrainFailure(failure);
    }
    const leftMs = deadlineMs - clock.monotonicMs();
    if (!(await endpoint.backOff(tries, leftMs, signal))) throw toBrainFailure(abortedFailure('CHAT'));
  }
}

function mayRetry(failure: RequestFailure): boolean {
  return failure.stage === 'connect' && !failure.reached;
}
