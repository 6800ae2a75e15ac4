import type { Outbound, OutboundRequest, OutboundStream } from '../../outbound/index.ts';
import { providerFailure, statusFailure } from './provider-failure.ts';

/** A listener who is in no hurry reads slowly: the whole takes as long as the sentence, only silence counts. */
const limits = { connectTimeoutMs: 4_000, idleTimeoutMs: 15_000, totalTimeoutMs: 240_000 };
const mostBytes = 32 * 1_024 * 1_024;

/** The answer of a voice server, as it comes; anything but success is a failure. */
export async function openStream(
  outbound: Outbound,
  request: Pick<OutboundRequest, 'url' | 'headers' | 'body'>,
  signal: AbortSignal,
): Promise<OutboundStream> {
  try {
    const stream = await outbound.stream({
      ...limits,
      ...request,
      method: 'POST',
      maxResponseBytes: mostBytes,
      signal,
    });
    if (stream.status >= 200 && stream.status < 300) return stream;
    await stream[Symbol.asyncDispose]();
    throw statusFailure(stream.status);
  } catch (error) {
    throw providerFailure(error, signal);
  }
}

/** Its bytes, with failures in the way told in our own words. */
export async function* bodyOf(stream: OutboundStream, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for await (const bytes of stream.body) yield bytes;
  } catch (error) {
    throw providerFailure(error, signal);
  }
}
