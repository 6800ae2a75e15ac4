import { createSecureContext } from 'node:tls';
import type { WebSocket } from 'ws';
import type { AddressPolicy, UrlCheck } from './address-policy.ts';
import { BufferedResponse, type OutboundResponse } from './buffered-response.ts';
import { createGuardedConnect } from './guarded-connect.ts';
import { type LimitOptions, limitsOf } from './limits.ts';
import { openWebSocket } from './open-web-socket.ts';
import { OriginPool } from './origin-pool.ts';
import { OutboundError } from './outbound-error.ts';
import { PendingRequest } from './pending-request.ts';
import { checkHeaders, headerList, type RequestHeaders, sendable, withUserAgent } from './request-headers.ts';
import type { ResponseReceiver } from './response-receiver.ts';
import { type OutboundStream, StreamedResponse } from './streamed-response.ts';
import { createSystemResolver, type Resolve } from './system-resolver.ts';
import { createUrlChecker } from './url-checker.ts';

/** One client serves one purpose (endpoints, webhooks, models, voices), so that none can use up another's room. */
export interface OutboundOptions extends LimitOptions {
  policy: AddressPolicy;
  /** Plain http is accepted for public targets too. */
  allowHttp?: boolean | undefined;
  connectionsPerOrigin?: number | undefined;
  /** How long an unused connection is kept. */
  keepAliveMs?: number | undefined;
  resolve?: Resolve | undefined;
  /** Certificate authorities (PEM) instead of the ones Node trusts. */
  ca?: string | string[] | undefined;
}

export interface OutboundRequest extends LimitOptions {
  url: string | URL;
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  headers?: RequestHeaders | undefined;
  /** Headers that the service makes for this one request: names and values in turn. */
  ownHeaders?: readonly string[] | undefined;
  body?: string | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
}

export interface WebSocketRequest extends Pick<LimitOptions, 'connectTimeoutMs' | 'totalTimeoutMs'> {
  /** With http or https, as accounts write addresses. */
  url: string | URL;
  headers?: RequestHeaders | undefined;
  /** Ends the opening. Closing the open socket is up to the caller. */
  signal?: AbortSignal | undefined;
  maxMessageBytes: number;
}

export interface Outbound extends AsyncDisposable {
  /** Resolves with the whole answer, whatever its status. Rejects with an OutboundError. */
  request(request: OutboundRequest): Promise<OutboundResponse>;
  /** Resolves with status and headers. The body follows as it comes, under the same limits. */
  stream(request: Omit<OutboundRequest, 'tooLarge'>): Promise<OutboundStream>;
  /** Resolves with an open WebSocket. Rejects with an OutboundError. */
  openWebSocket(request: WebSocketRequest): Promise<WebSocket>;
  /** The check that each request begins with, for a form that saves an address. */
  checkUrl(url: string | URL): UrlCheck;
}

const noHeaders: RequestHeaders = {};

export function createOutbound(options: OutboundOptions): Outbound {
  const { policy, allowHttp = false } = options;
  const connect = createGuardedConnect({
    policy,
    allowHttp,
    resolve: options.resolve ?? createSystemResolver({ askSystem: policy.allowsPrivateTargets }),
    resolveProxy: createSystemResolver({ askSystem: true }),
    secureContext: createSecureContext(options.ca === undefined ? {} : { ca: options.ca }),
  });
  const poolOptions = {
    maxConnections: options.connectionsPerOrigin ?? 16,
    keepAliveMs: options.keepAliveMs ?? 4_000,
  };
  const defaults = limitsOf(options);
  const checkUrl = createUrlChecker(policy, allowHttp);
  const pools = new Map<string, OriginPool>();
  const webSockets = new Set<WebSocket>();
  const closing = new AbortController();

  function poolFor(origin: string): OriginPool {
    let pool = pools.get(origin);
    if (pool === undefined) {
      pool = new OriginPool(new URL(origin), connect, poolOptions, () => pools.delete(origin));
      pools.set(origin, pool);
    }
    return pool;
  }

  function checkOpen(signal: AbortSignal | undefined): void {
    if (closing.signal.aborted) throw new OutboundError('aborted', 'The service is shutting down.');
    if (signal?.aborted) throw new OutboundError('aborted', 'The request was aborted.');
  }

  function start(request: OutboundRequest, receiver: ResponseReceiver): PendingRequest {
    const { origin, path } = checkUrl(request.url);
    const checked = headerList(request.headers ?? noHeaders);
    const headers = request.ownHeaders === undefined ? checked : checked.concat(sendable(request.ownHeaders));
    checkOpen(request.signal);
    const limits = limitsOf(request, defaults);
    const pool = poolFor(origin);
    const parts = { path, method: request.method, headers, body: request.body ?? null };
    const pending = new PendingRequest(pool.peer, parts, limits, receiver, request.signal);
    pool.submit(pending);
    return pending;
  }

  return {
    request: (request) =>
      new Promise((resolve, reject) => {
        start(request, new BufferedResponse(resolve, reject));
      }),
    stream: (request) =>
      new Promise((resolve, reject) => {
        const response = new StreamedResponse(resolve, reject, () => pending.abort());
        // A reader could not tell an answer that was cut from one that ended.
        const pending = start({ ...request, tooLarge: 'fail' }, response);
      }),
    async openWebSocket({ url, headers = noHeaders, signal, maxMessageBytes, ...limits }) {
      const { origin, path } = checkUrl(url);
      const problem = checkHeaders(headers);
      if (problem !== undefined) throw new OutboundError('send', problem);
      checkOpen(signal);
      const socket = await openWebSocket(connect, {
        url: new URL(path, origin),
        headers: withUserAgent(headers),
        limits: limitsOf(limits, defaults),
        signal: signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]),
        maxMessageBytes,
      });
      if (closing.signal.aborted) socket.terminate();
      webSockets.add(socket);
      socket.once('close', () => webSockets.delete(socket));
      return socket;
    },
    checkUrl: (url) => policy.checkUrl(url, { allowHttp }),
    async [Symbol.asyncDispose]() {
      closing.abort();
      for (const socket of webSockets) socket.terminate();
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}
