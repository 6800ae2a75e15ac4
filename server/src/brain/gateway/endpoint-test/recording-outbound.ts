import type { Clock } from '../../../kernel/index.ts';
import type { Outbound, OutboundRequest, OutboundStream, ResponseHeaders } from '../../../outbound/index.ts';
import { utf8 } from '../../collect-text.ts';
import { hideSecrets } from '../../note-text.ts';

/** One request and as much of its answer as arrived. */
export type Exchange = {
  request: { url: string; headers: Record<string, string>; body: string };
  startedAt: number;
  answer: { status: number; headers: Record<string, string>; body: string; cut: boolean } | null;
  firstByteMs: number | null;
  totalMs: number | null;
};

const shownBytes = 16 * 1024;

/** Wraps a client and records its requests and answers in `exchanges`, without secrets. */
export function recordingOutbound(
  outbound: Outbound,
  clock: Clock,
  exchanges: Exchange[],
  secrets: readonly (string | null)[],
): Outbound {
  const hidden = (text: string): string => hideSecrets(text, secrets);
  const begin = (request: OutboundRequest) => {
    const headers = Object.entries(request.headers ?? {}).map(([name, value]) => [name, hidden(value)]);
    const exchange: Exchange = {
      request: {
        url: String(request.url),
        headers: Object.fromEntries(headers),
        body: hidden(typeof request.body === 'string' ? request.body : ''),
      },
      startedAt: clock.now(),
      answer: null,
      firstByteMs: null,
      totalMs: null,
    };
    exchanges.push(exchange);
    const begunMs = clock.monotonicMs();
    return { exchange, tookMs: () => Math.round(clock.monotonicMs() - begunMs) };
  };
  const textHeaders = (headers: ResponseHeaders) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

  return {
    checkUrl: (url) => outbound.checkUrl(url),
    openWebSocket: (request) => outbound.openWebSocket(request),
    async request(request) {
      const { exchange, tookMs } = begin(request);
      try {
        const response = await outbound.request(request);
        exchange.firstByteMs = tookMs();
        exchange.answer = {
          status: response.status,
          headers: textHeaders(response.headers),
          body: hidden(utf8(response.body.subarray(0, shownBytes))),
          cut: response.body.length > shownBytes,
        };
        return response;
      } finally {
        exchange.totalMs = tookMs();
      }
    },
    async stream(request) {
      const { exchange, tookMs } = begin(request);
      try {
        const stream = await outbound.stream(request);
        exchange.firstByteMs = tookMs();
        const answer = { status: stream.status, headers: textHeaders(stream.headers), body: '', cut: false };
        exchange.answer = answer;
        const kept: Uint8Array[] = [];
        let bytes = 0;
        return recordStream(stream, (chunk) => {
          if (bytes < shownBytes) {
            // A copy: the chunk may be a small part of a large packet.
            kept.push(new Uint8Array(chunk.subarray(0, shownBytes - bytes)));
            answer.body = hidden(utf8(Buffer.concat(kept)));
          }
          bytes += chunk.length;
          answer.cut = bytes > shownBytes;
          exchange.totalMs = tookMs();
        });
      } catch (error) {
        exchange.totalMs = tookMs();
        throw error;
      }
    },
  };
}

function recordStream(stream: OutboundStream, onChunk: (chunk: Uint8Array) => void): OutboundStream {
  const { body } = stream;
  const passing: AsyncIterableIterator<Uint8Array, undefined> = {
    async next() {
      const part = await body.next();
      if (!part.done) onChunk(part.value);
      return part;
    },
    async return() {
      return (await body.return?.()) ?? { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => passing,
  };
  return {
    status: stream.status,
    headers: stream.headers,
    body: passing,
    [Symbol.asyncDispose]: () => stream[Symbol.asyncDispose](),
  };
}
