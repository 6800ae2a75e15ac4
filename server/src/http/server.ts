import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, METHODS } from 'node:http';
import { managementErrors } from '@parley/protocol/management/errors';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify';
import { OwnerUnreachable } from '../bus/index.ts';
import { type Log, Refusal } from '../kernel/index.ts';
import type { Tracer } from '../tracing/index.ts';
import { sendContractError, sendJson, sendWordError } from './answers.ts';
import {
  type ConnectionLimits,
  Connections,
  type ConnectionTimeouts,
  connectionTimeouts,
  createForwardedSource,
  type DropReason,
} from './connections/index.ts';
import { ContractError } from './contract-error.ts';
import { dropBody } from './head-requests.ts';
import { BodyProblem } from './json-body.ts';
import { answerMalformedRequest, writeRefusal } from './malformed-request.ts';
import { sendFault } from './oauth/index.ts';
import type { RequestMeter } from './request-meter.ts';
import { createRequestRecorder } from './request-record.ts';
import { tracedHandler } from './request-span.ts';
import type { Access, Route } from './route.ts';

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

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

const maxBodyBytes = 64 * 1024;
/** Whatever a request sends, its body must end within this time. */
const requestTimeoutMs = 600_000;
const closeTimeoutMs = 2_000;
const tooLarge = 'FST_ERR_CTP_BODY_TOO_LARGE';
const wrongHost = 'This service does not answer under the host name of this request.';
const internal = 'Internal server error. The log of the service has the cause.';

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route;
  }
}

export function createServer(deps: ServerDeps): FastifyInstance {
  const { routes, guardFor, hostAllowed, meter, log } = deps;
  const timeouts = { ...connectionTimeouts, ...deps.timeouts };
  const refusedWebSockets = new WeakSet<IncomingMessage>();
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
      return createHttpServer(options, (request, response) => {
        if (connections.admitRequest(request, response)) handle(request, response);
      });
    },
    exposeHeadRoutes: false,
    clientErrorHandler: (error, socket) => answerMalformedRequest(error, socket, connections.find(socket)),
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
  server.server.on('connect', (_request, socket) =>
    writeRefusal(
      socket,
      '405 Method Not Allowed',
      'method_not_allowed',
      'This service is not a proxy.',
      'allow:\r\n',
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

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const { access, maxBodyBytes: maxBytes = maxBodyBytes } = request.routeOptions.config.route ?? {};
  const problem = bodyProblem(error, maxBytes);
  // The rest of the body is read and dropped: a client whose connection closes while it sends never receives the
  // answer.
  if (problem !== null) reply.removeHeader('connection');
  if (access?.kind === 'api-key') {
    if (error instanceof ContractError)
      return sendContractError(reply, access.shape, error.error, error.detail);
    if (problem !== null) return sendContractError(reply, access.shape, 'invalidParams', problem);
    log.error({ err: error, requestId: request.id, path: request.routeOptions.url }, 'request failed');
    return sendContractError(reply, access.shape, 'internal');
  }
  if (access?.kind === 'session-token' && problem !== null) {
    const status = (error as Partial<FastifyError>).code === tooLarge ? 413 : 400;
    return sendJson(reply, status, { sessionId: '', status: 'ERROR', statusMessage: problem });
  }
  if (access?.kind === 'oauth') {
    if (problem !== null) return sendFault(request, reply, access, 400, 'invalid_request', problem);
    log.error({ err: error, requestId: request.id, path: request.routeOptions.url }, 'request failed');
    return sendFault(request, reply, access, 500, 'server_error', internal);
  }
  if (error instanceof Refusal) {
    const field = access?.kind === 'management' ? error.field : null;
    return sendWordError(reply, managementErrors[error.code].status, error.code, error.message, field);
  }
  if (error instanceof OwnerUnreachable)
    return sendWordError(reply, 503, 'unavailable', managementErrors.unavailable.about);
  if (problem !== null) return sendWordError(reply, 400, 'invalid', `Send a JSON object: ${problem}.`);
  if (holdsNul(error))
    return sendWordError(reply, 400, 'invalid', 'A text must not contain the character NUL.');
  log.error({ err: error, requestId: request.id, path: request.routeOptions.url }, 'request failed');
  return sendWordError(reply, 500, 'internal', internal);
}

/** PostgreSQL stores no NUL in texts or in JSON. */
function holdsNul(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '22021' || error.code === '22P05');
}

/** What is wrong with the body; null if the error has another cause. */
function bodyProblem(error: unknown, maxBytes: number): string | null {
  if (error instanceof BodyProblem) return error.message;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === tooLarge) return `the body may have at most ${maxBytes} bytes`;
  if (code?.startsWith('FST_ERR_CTP_')) return 'the body does not match its headers';
  // Fastify adds the status. A lost database connection has the same code without it.
  if (code === 'ECONNRESET' && statusCode === 400) return 'the body ended too early';
  return null;
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

function answerUnknownRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  routes: readonly Route[],
): FastifyReply {
  const path = request.url.split('?')[0] ?? '';
  const matching = routes.filter((route) => matchesPath(route.path, path));
  // Of several matching paths, those with the fewest parameters count, as in the reference: `/deliveries/replay` is not
  // a delivery.
  const fewest = Math.min(...matching.map((route) => parametersIn(route.path)));
  const others = matching
    .filter((route) => parametersIn(route.path) === fewest)
    .map((route): string => route.method);
  if (others.includes('GET')) others.push('HEAD');
  if (others.length === 0) return sendWordError(reply, 404, 'not_found', 'There is nothing at this address.');
  const message = `This address answers ${others.join(' and ')} only.`;
  return sendWordError(reply.header('allow', others.join(', ')), 405, 'method_not_allowed', message);
}

const parametersIn = (pattern: string): number => pattern.split('/:').length - 1;

function matchesPath(pattern: string, path: string): boolean {
  const parts = path.split('/');
  const wanted = pattern.split('/');
  return (
    parts.length === wanted.length &&
    wanted.every((part, index) => part === parts[index] || (part.startsWith(':') && parts[index] !== ''))
  );
}
