import { randomBytes } from 'node:crypto';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  METHODS,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import fastify, { type FastifyInstance, type FastifyReply, type RouteOptions } from 'fastify';
import { contained, type Log } from '../../kernel/index.ts';
import type { Tracer } from '../../tracing/index.ts';
import { answerError, maxBodyBytes } from '../answers/answer-error.ts';
import { sendWordError } from '../answers/answers.ts';
import {
  type ConnectionLimits,
  Connections,
  type ConnectionTimeouts,
  connectionTimeouts,
  createForwardedSource,
  type DropReason,
} from '../connections/index.ts';
import type { Access, Hook, Route } from '../route.ts';
import { dropBody } from './head-requests.ts';
import { answerMalformedRequest, refuseProxying } from './malformed-request.ts';
import type { RequestMeter } from './request-meter.ts';
import { createRequestRecorder } from './request-record.ts';
import { tracedHandler } from './request-span.ts';
import { answerUnknownRoute } from './unknown-route.ts';

export type ServerDeps = {
  readonly routes: readonly Route[];
  readonly guardFor: (access: Access) => Hook | null;
  readonly hostAllowed: (host: string | undefined) => boolean;
  /** Whether this request becomes a WebSocket. All others are answered as if they had asked for no upgrade. */
  readonly takesUpgrade: (request: IncomingMessage) => boolean;
  readonly trustedProxies: readonly string[];
  readonly connectionLimits: ConnectionLimits;
  readonly timeouts?: Partial<ConnectionTimeouts>;
  readonly meter: RequestMeter;
  readonly connectionMeter: ConnectionMeter;
  /** Null if nothing is traced. */
  readonly tracer: Tracer | null;
  /** This process stops soon, and other processes serve its clients. */
  readonly isDraining: () => boolean;
  readonly log: Log;
};

export type ConnectionMeter = {
  dropped(reason: DropReason): void;
  /** Called once, with a function that returns how many connections are open. */
  watch(size: () => number): void;
};

/** Whatever a request sends, its body must end within this time. */
const requestTimeoutMs = 600_000;
const closeTimeoutMs = 2_000;
const wrongHost = 'This service does not answer under the host name of this request.';

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route;
  }
}

export function createServer(deps: ServerDeps): FastifyInstance {
  const { routes, guardFor, hostAllowed, meter, log } = deps;
  const timeouts = { ...connectionTimeouts, ...deps.timeouts };
  const refusedWebSockets = new WeakSet<IncomingMessage>();
  const endBroken = (error: unknown, socket: Duplex) => {
    log.error({ err: error }, 'a connection failed and is closed');
    socket.destroy();
  };
  const server = fastify({
    logger: false,
    bodyLimit: maxBodyBytes,
    trustProxy: deps.trustedProxies.length > 0 ? [...deps.trustedProxies] : false,
    genReqId: createRequestIds(),
    serverFactory: (handle) => {
      const options = {
        requestTimeout: requestTimeoutMs,
        headersTimeout: timeouts.headMs,
        keepAliveTimeout: timeouts.idleMs,
        connectionsCheckingInterval: timeouts.checkMs,
        shouldUpgradeCallback(request: IncomingMessage) {
          if (!deps.takesUpgrade(request)) return false;
          const admitted = connections.admitWebSocket(request);
          if (!admitted) refusedWebSockets.add(request);
          return admitted;
        },
      };
      const answer = (request: IncomingMessage, response: ServerResponse) => {
        if (connections.admitRequest(request, response)) handle(request, response);
      };
      return createHttpServer(
        options,
        contained(answer, (error, { socket }) => endBroken(error, socket)),
      );
    },
    exposeHeadRoutes: false,
    clientErrorHandler: contained(
      (error, socket) => answerMalformedRequest(error, socket, connections.find(socket)),
      (error, _problem, socket) => endBroken(error, socket),
    ),
    frameworkErrors: (_error, _request, reply: FastifyReply) =>
      sendWordError(reply, 400, 'bad_request', 'The URL of the request is not valid.'),
  });

  const connections = new Connections({
    server: server.server,
    limits: deps.connectionLimits,
    timeouts,
    forwardedSource: createForwardedSource(deps.trustedProxies),
    dropped: deps.connectionMeter.dropped,
  });
  deps.connectionMeter.watch(() => connections.size);
  server.server.on(
    'connect',
    contained(
      (_request, socket) => refuseProxying(socket),
      (error, _request, socket) => endBroken(error, socket),
    ),
  );
  server.addHook('preClose', (done) => {
    closeSoon(server, connections);
    done();
  });

  const record = createRequestRecorder(meter, log);
  for (const method of METHODS)
    if (!knownMethods.has(method)) server.addHttpMethod(method, { overrideExisting: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.decorateRequest('apiKey', null);

  server.addHook('onRequest', (request, reply, done) => {
    record(request, reply);
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    // What follows an upgrade request may be another protocol, and Node does not read it. And a client that keeps its
    // connection to a stopping process could lose a request with it.
    if (request.headers.upgrade !== undefined || deps.isDraining()) reply.header('connection', 'close');
    if (refusedWebSockets.has(request.raw)) {
      sendWordError(
        reply,
        503,
        'too_many_connections',
        'Too many open connections from your network. Close some, then try again.',
      );
      return;
    }
    if (hostAllowed(request.headers.host)) return done();
    sendWordError(reply, 421, 'wrong_host', wrongHost);
  });
  server.setErrorHandler((error, request, reply) => answerError(error, request, reply, log));
  server.setNotFoundHandler((request, reply) => answerUnknownRoute(request, reply, routes));

  const add = (scope: FastifyInstance, route: Route) => {
    const guard = guardFor(route.access);
    const options: RouteOptions = {
      method: route.method,
      url: route.path,
      config: { route },
      ...(route.maxBodyBytes === undefined ? {} : { bodyLimit: route.maxBodyBytes }),
      ...(guard === null ? {} : { onRequest: guard }),
      handler: tracedHandler(route, deps.tracer),
    };
    scope.route(options);
    if (route.method === 'GET') scope.route({ ...options, method: 'HEAD', onSend: dropBody });
  };
  for (const route of routes) if (!route.streamsBody) add(server, route);
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    for (const route of routes) if (route.streamsBody) add(scope, route);
  });
  return server;
}

/** Methods that a route may have, and HEAD. Fastify must know all others, too, or it cannot answer them. */
const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

function createRequestIds(): () => string {
  const boot = randomBytes(4).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${boot}-${count.toString(36)}`;
  };
}

/** Requests in progress may finish. No connection keeps the service from stopping, whatever it does. */
function closeSoon(server: FastifyInstance, connections: Connections): void {
  const timer = setTimeout(() => connections.destroyAll(), closeTimeoutMs);
  const closed = () => {
    clearTimeout(timer);
    connections.stop();
  };
  if (server.server.listening) server.server.once('close', closed);
  else closed();
}
