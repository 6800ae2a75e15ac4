import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { contained } from '../../kernel/index.ts';
import { portOf } from '../addresses/host-name.ts';
import { maxInterimHeads } from '../exchange/pending-request.ts';
import type { RequestHeaders } from '../exchange/request-headers.ts';
import { interimMessage, type RequestPhase, timeoutMessage } from '../failure-text.ts';
import type { Limits } from '../limits.ts';
import { errorCode, OutboundError } from '../outbound-error.ts';
import type { GuardedConnect } from './guarded-connect.ts';

export interface WebSocketOpening {
  /** An http or https URL that was checked; it is opened as ws or wss. */
  readonly url: URL;
  readonly headers: RequestHeaders;
  readonly limits: Limits;
  readonly signal: AbortSignal | undefined;
  readonly maxMessageBytes: number;
}

/** Pongs that the peer does not read wait in memory. */
const maxUnsentBytes = 65_536;

/** Opens a WebSocket over a guarded connection. The limits cover the opening only. */
export async function openWebSocket(connect: GuardedConnect, opening: WebSocketOpening): Promise<WebSocket> {
  const { url, limits, signal } = opening;
  const peer = `${url.hostname}:${portOf(url)}`;
  let phase: RequestPhase = 'resolving';
  const stop = new AbortController();
  const isSent = () => phase === 'sent';
  const timeOut = (limitMs: number) => {
    const message = timeoutMessage(peer, phase, limitMs);
    stop.abort(new OutboundError('timeout', message, { bytesSent: isSent() }));
  };
  const onAbort = () => {
    stop.abort(new OutboundError('aborted', 'The request was aborted.', { bytesSent: isSent() }));
  };
  const connectTimer = setTimeout(timeOut, limits.connectTimeoutMs, limits.connectTimeoutMs);
  const totalTimer = setTimeout(timeOut, limits.totalTimeoutMs, limits.totalTimeoutMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  try {
    const tcp = await connect(url, stop.signal, (step) => {
      phase = step;
    });
    clearTimeout(connectTimer);
    phase = 'sent';
    return await upgrade(tcp, peer, opening, stop.signal);
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    clearTimeout(connectTimer);
    clearTimeout(totalTimer);
    signal?.removeEventListener('abort', onAbort);
  }
}

function upgrade(
  tcp: Socket,
  peer: string,
  { url, headers, maxMessageBytes }: WebSocketOpening,
  signal: AbortSignal,
): Promise<WebSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
  const address = new URL(url);
  address.protocol = url.protocol === 'http:' ? 'ws:' : 'wss:';
  const socket = new WebSocket(address, {
    headers,
    createConnection: () => tcp,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    followRedirects: false,
    autoPong: false,
    // Each message gets its own turn of the event loop, so a flood of small ones does not block other work.
    allowSynchronousEvents: false,
    finishRequest: (request) => {
      let heads = 0;
      request.on('information', () => {
        heads += 1;
        if (heads > maxInterimHeads) request.destroy(new InterimFlood());
      });
      request.end();
    },
  });
  const answerPing = (data: Buffer) => {
    if (socket.bufferedAmount > maxUnsentBytes) socket.terminate();
    else if (socket.readyState === WebSocket.OPEN) socket.pong(data);
  };
  socket.on(
    'ping',
    contained(answerPing, () => socket.terminate()),
  );
  const stop = () => socket.terminate();
  const settle = (act: () => void) => {
    signal.removeEventListener('abort', stop);
    act();
  };
  socket.once('open', () => settle(() => resolve(socket)));
  socket.once('unexpected-response', (_request, response) => {
    const { statusCode: status } = response;
    const message = `${peer} answered ${status} instead of opening a WebSocket.`;
    settle(() => reject(new OutboundError('response', message, { bytesSent: true, status })));
    socket.terminate();
  });
  // Never removed: an error after the opening would end the process. The 'close' event follows it.
  socket.on('error', (error) => {
    const code = errorCode(error);
    const isLost = code === 'ECONNRESET' || code === 'EPIPE';
    const fact = isLost ? 'closed the connection without an answer' : 'did not open a WebSocket';
    const message = error instanceof InterimFlood ? interimMessage(peer) : `${peer} ${fact}.`;
    settle(() => reject(new OutboundError('response', message, { bytesSent: true, code })));
  });
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return promise;
}

class InterimFlood extends Error {}
