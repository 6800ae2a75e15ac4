import type { Outbound, OutboundRequest, OutboundStream } from '../../outbound/index.ts';
import { providerFailure, statusFailure } from './provider-failure.ts';
import { maxSentenceMs } from './sentence-limits.ts';

/** A voice of a server that is asked over HTTP. */
export type ServerVoice = {
  readonly outbound: Outbound;
  /** The base address of the server, or its full address for speech. */
  readonly url: string;
  readonly key: string | null;
  readonly model: string;
  /** The server's name or id of the voice. */
  readonly voice: string;
};

/** The body is read as fast as the sentence is spoken, so it may take long. Only the server's silence counts. */
const limits = { connectTimeoutMs: 4_000, idleTimeoutMs: 15_000, totalTimeoutMs: maxSentenceMs };
const maxBytes = 32 * 1_024 * 1_024;

/** Opens a voice server's answer as a stream. A status other than 2xx is a failure. */
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
      maxResponseBytes: maxBytes,
      signal,
    });
    if (stream.status >= 200 && stream.status < 300) return stream;
    await stream[Symbol.asyncDispose]();
    throw statusFailure(stream.status);
  } catch (error) {
    throw providerFailure(error, signal);
  }
}

/** Yields the bytes of the body. Transport failures become speech failures. */
export async function* bodyOf(stream: OutboundStream, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for await (const bytes of stream.body) yield bytes;
  } catch (error) {
    throw providerFailure(error, signal);
  }
}
