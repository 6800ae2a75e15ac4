import { createSecureContext } from 'node:tls';
import type { WebSocket } from 'ws';
import { mustBeOutsideTransaction, Semaphore, SemaphoreFull } from '../kernel/index.ts';
import type { AddressPolicy, UrlCheck } from './addresses/address-policy.ts';
import { createSystemResolver, type ResolveFor } from './addresses/system-resolver.ts';
import { createUrlChecker } from './addresses/url-checker.ts';
import { createGuardedConnect, type GuardedConnect } from './connections/guarded-connect.ts';
import { openWebSocket } from './connections/open-web-socket.ts';
import { OriginPool } from './connections/origin-pool.ts';
import { BodyBuffer } from './exchange/body-buffer.ts';
import { PendingRequest } from './exchange/pending-request.ts';
import {
  checkHeaders,
  headerList,
  type RequestHeaders,
  sendable,
  withUserAgent,
} from './exchange/request-headers.ts';
import { type OutboundStream, type ResponseHeaders, StreamedResponse } from './exchange/streamed-response.ts';
import { type LimitOptions, limitsOf } from './limits.ts';
import { OutboundError } from './outbound-error.ts';

/** One client serves one purpose (endpoints, webhooks, models, voices), so that none can use up another's limits. */
export interface OutboundOptions extends LimitOptions {
  policy: AddressPolicy;
  /** Plain http is accepted for public targets too. */
  allowHttp?: boolean | undefined;
  /** For each account. */
  connectionsPerOrigin?: number | undefined;
  /** Requests and WebSockets of all accounts together. They are shared fairly. */
  maxRequests?: number | undefined;
  /** How many more may wait. */
  maxWaiting?: number | undefined;
  /** How long an unused connection is kept. */
  keepAliveMs?: number | undefined;
  resolve?: ResolveFor | undefined;
  /** Certificate authorities (PEM) instead of the ones Node trusts. */
  ca?: string | string[] | undefined;
}

export interface OutboundRequest extends LimitOptions {
  url: string | URL;
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  headers?: RequestHeaders | undefined;
  /** Headers that the service makes for this one request: names and values alternate. */
  serviceHeaders?: readonly string[] | undefined;
  body?: string | Uint8Array | StreamedBody | undefined;
  signal?: AbortSignal | undefined;
}

export interface OutboundResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Buffer;
  /** The answer was longer than `maxResponseBytes`; `body` holds its beginning. */
  readonly cut: boolean;
}

/** A body that is read while it is sent. It must yield exactly this many bytes, each time it is read. */
export interface StreamedBody extends AsyncIterable<Uint8Array> {
  readonly bytes: number;
}

export interface WebSocketRequest extends Pick<LimitOptions, 'connectTimeoutMs' | 'totalTimeoutMs'> {
  /** Begins with http or https, because accounts write addresses this way. */
  url: string | URL;
  headers?: RequestHeaders | undefined;
  /** Ends the opening. Closing the open socket is up to the caller. */
  signal?: AbortSignal | undefined;
  maxMessageBytes: number;
}

/** Sends requests of one account. */
export interface Outbound {
  /** Resolves with the whole answer, whatever its status. Rejects with an OutboundError. */
  request(request: OutboundRequest): Promise<OutboundResponse>;
  /** Resolves with status and headers. The body follows as it comes, under the same limits. */
  stream(request: Omit<OutboundRequest, 'tooLarge'>): Promise<OutboundStream>;
  /** Resolves with an open WebSocket. Rejects with an OutboundError. */
  openWebSocket(request: WebSocketRequest): Promise<WebSocket>;
  /** The check that each request begins with, for a form that saves an address. */
  checkUrl(url: string | URL): UrlCheck;
}

/** Requires every sender to name the account that it sends for. */
export interface OutboundByAccount {
  forAccount(account: string): Outbound;
}

/** The client itself can also send without an account. */
export interface OutboundClient extends Outbound, OutboundByAccount, AsyncDisposable {}

const noHeaders: RequestHeaders = {};
const noAccount = '';

export function createOutbound(options: OutboundOptions): OutboundClient {
  const { policy, allowHttp = false } = options;
  const resolve = options.resolve ?? createSystemResolver({ askSystem: policy.allowsPrivateTargets });
  const resolveProxy = createSystemResolver({ askSystem: true });
  const connectDeps = {
    policy,
    allowHttp,
    resolveProxy: (host: string, signal: AbortSignal) => resolveProxy(host, signal, noAccount),
    secureContext: createSecureContext(options.ca === undefined ? {} : { ca: options.ca }),
  };
  const poolOptions = {
    maxConnections: options.connectionsPerOrigin ?? 16,
    keepAliveMs: options.keepAliveMs ?? 4_000,
  };
  const slots = new Semaphore({
    limit: options.maxRequests ?? 256,
    maxWaiting: options.maxWaiting ?? 1_024,
  });
  const defaults = limitsOf(options);
  const checkUrl = createUrlChecker(policy, allowHttp);
  const pools = new Map<string, OriginPool>();
  const queued = new Set<PendingRequest>();
  const webSockets = new Set<WebSocket>();
  const closing = new AbortController();

  const connectFor = (account: string): GuardedConnect =>
    createGuardedConnect({ ...connectDeps, resolve: (host, signal) => resolve(host, signal, account) });

  // Accounts share no connections, so none can take all connections to a provider that many use.
  function poolFor(account: string, origin: string): OriginPool {
    const name = `${account} ${origin}`;
    let pool = pools.get(name);
    if (pool === undefined) {
      pool = new OriginPool(new URL(origin), connectFor(account), poolOptions, () => pools.delete(name));
      pools.set(name, pool);
    }
    return pool;
  }

  function checkOpen(signal: AbortSignal | undefined): void {
    mustBeOutsideTransaction('a request to another server');
    if (closing.signal.aborted) throw new OutboundError('aborted', 'The service is shutting down.');
    if (signal?.aborted) throw new OutboundError('aborted', 'The request was aborted.');
  }

  function start(account: string, request: OutboundRequest, response: StreamedResponse): PendingRequest {
    const { origin, peer, path } = checkUrl(request.url);
    const checked = headerList(request.headers ?? noHeaders);
    const own =
      request.serviceHeaders === undefined ? checked : checked.concat(sendable(request.serviceHeaders));
    const headers = isStreamed(request.body) ? own.concat('content-length', String(request.body.bytes)) : own;
    checkOpen(request.signal);
    const limits = limitsOf(request, defaults);
    const parts = { path, method: request.method, headers, body: request.body ?? null };
    const pending = new PendingRequest(peer, parts, limits, response, request.signal);
    queued.add(pending);
    const leave = slots.enter(account, {
      begin() {
        queued.delete(pending);
        poolFor(account, origin).submit(pending);
      },
      refuse: () => pending.fail(tooManyWait()),
    });
    pending.whenSettled(() => {
      queued.delete(pending);
      leave();
    });
    return pending;
  }

  const send = (account: string, request: OutboundRequest): Promise<StreamedResponse> =>
    new Promise((resolve, reject) => {
      const response = new StreamedResponse(resolve, reject, () => pending.abort());
      const pending = start(account, request, response);
    });

  async function open(
    account: string,
    { url, headers = noHeaders, signal, maxMessageBytes, ...limits }: WebSocketRequest,
  ): Promise<WebSocket> {
    const { origin, path } = checkUrl(url);
    const problem = checkHeaders(headers);
    if (problem !== undefined) throw new OutboundError('send', problem);
    checkOpen(signal);
    let leave = () => {};
    const connectInTurn: GuardedConnect = async (target, until, onStep) => {
      leave = await slots.acquire(account, { signal: until }).catch((error: unknown) => {
        throw error instanceof SemaphoreFull ? tooManyWait() : error;
      });
      return await connectFor(account)(target, until, onStep);
    };
    try {
      const socket = await openWebSocket(connectInTurn, {
        url: new URL(path, origin),
        headers: withUserAgent(headers),
        limits: limitsOf(limits, defaults),
        signal: signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]),
        maxMessageBytes,
      });
      if (closing.signal.aborted) socket.terminate();
      webSockets.add(socket);
      socket.once('close', () => {
        webSockets.delete(socket);
        leave();
      });
      return socket;
    } catch (error) {
      leave();
      throw error;
    }
  }

  const forAccount = (account: string): Outbound => ({
    request: async (request) => await wholeResponse(await send(account, request)),
    // A reader could not distinguish a cut answer from a complete one.
    stream: (request) => send(account, { ...request, tooLarge: 'fail' }),
    openWebSocket: (request) => open(account, request),
    checkUrl: (url) => policy.checkUrl(url, { allowHttp }),
  });

  return {
    ...forAccount(noAccount),
    forAccount,
    async [Symbol.asyncDispose]() {
      closing.abort();
      for (const request of queued) request.abort();
      for (const socket of webSockets) socket.terminate();
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

async function wholeResponse(response: StreamedResponse): Promise<OutboundResponse> {
  const body = new BodyBuffer();
  for await (const chunk of response) body.add(chunk);
  return { status: response.status, headers: response.headers, body: body.take(), cut: response.isCut };
}

const tooManyWait = () =>
  new OutboundError('connect', 'Too many requests of this account are waiting. Try again in a moment.');

const isStreamed = (body: OutboundRequest['body']): body is StreamedBody =>
  typeof body === 'object' && !(body instanceof Uint8Array);
