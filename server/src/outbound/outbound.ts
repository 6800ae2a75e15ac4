import { createSecureContext } from 'node:tls';
import type { AddressPolicy, UrlVerdict } from './address-policy.ts';
import { BufferedAnswer, type OutboundResponse } from './buffered-answer.ts';
import { createUrlChecks } from './checked-urls.ts';
import type { Connector } from './connect.ts';
import { Exchange, type Sink } from './exchange.ts';
import { type LimitOptions, limitsOf } from './limits.ts';
import { OriginPool } from './origin-pool.ts';
import { OutboundError } from './outbound-error.ts';
import { headerList, type RequestHeaders, sendable } from './request-headers.ts';
import { type OutboundStream, StreamedAnswer } from './streamed-answer.ts';
import { createSystemResolver, type Resolve } from './system-resolver.ts';

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
  /** Names and values that the service makes for this one request. */
  ownHeaders?: readonly string[] | undefined;
  body?: string | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
}

export interface Outbound extends AsyncDisposable {
  /** Resolves with the whole answer, whatever its status; rejects with an OutboundError. */
  request(request: OutboundRequest): Promise<OutboundResponse>;
  /** Resolves with the head; the body follows as it comes, under the same limits. */
  stream(request: Omit<OutboundRequest, 'tooLarge'>): Promise<OutboundStream>;
  /** The check that each request begins with, for a form that saves an address. */
  checkUrl(url: string | URL): UrlVerdict;
}

const NoHeaders: RequestHeaders = {};

export function createOutbound(options: OutboundOptions): Outbound {
  const { policy, allowHttp = false } = options;
  const askSystem = policy.opensPrivateTargets;
  const connector: Connector = {
    policy,
    allowHttp,
    resolve: options.resolve ?? createSystemResolver({ askSystem }),
    secureContext: createSecureContext(options.ca === undefined ? {} : { ca: options.ca }),
  };
  const poolOptions = {
    maxConnections: options.connectionsPerOrigin ?? 16,
    keepAliveMs: options.keepAliveMs ?? 4_000,
  };
  const defaults = limitsOf(options);
  const checkUrl = createUrlChecks(policy, allowHttp);
  const pools = new Map<string, OriginPool>();
  let closed = false;

  function poolFor(origin: string): OriginPool {
    let pool = pools.get(origin);
    if (pool === undefined) {
      pool = new OriginPool(new URL(origin), connector, poolOptions, () => pools.delete(origin));
      pools.set(origin, pool);
    }
    return pool;
  }

  function start(request: OutboundRequest, sink: Sink): Exchange {
    const { origin, path } = checkUrl(request.url);
    const checked = headerList(request.headers ?? NoHeaders);
    const headers = request.ownHeaders === undefined ? checked : checked.concat(sendable(request.ownHeaders));
    if (closed) throw new OutboundError('aborted', 'The service is shutting down.');
    if (request.signal?.aborted) throw new OutboundError('aborted', 'The request was called off.');
    const limits = limitsOf(request, defaults);
    const pool = poolFor(origin);
    const parts = {
      path,
      method: request.method,
      headers,
      body: request.body ?? null,
    };
    const exchange = new Exchange(pool.peer, parts, limits, sink, request.signal);
    pool.submit(exchange);
    return exchange;
  }

  return {
    request: (request) =>
      new Promise((resolve, reject) => {
        start(request, new BufferedAnswer(resolve, reject));
      }),
    stream: (request) =>
      new Promise((resolve, reject) => {
        const answer = new StreamedAnswer(resolve, reject, () => exchange.abort());
        // A reader could not tell an answer that was cut from one that ended.
        const exchange = start({ ...request, tooLarge: 'fail' }, answer);
      }),
    checkUrl: (url) => policy.checkUrl(url, { allowHttp }),
    async [Symbol.asyncDispose]() {
      closed = true;
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}
