import { randomBytes } from 'node:crypto';
import { managementErrors } from '@parley/protocol/management/errors';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type preParsingHookHandler,
} from 'fastify';
import { type Log, Refusal } from '../kernel/index.ts';
import { sendContractError, sendJson, sendWordError } from './answers.ts';
import { ContractError } from './contract-error.ts';
import { BodyProblem } from './json-body.ts';
import { answerMalformedRequest } from './malformed-request.ts';
import type { RequestMeter } from './request-meter.ts';
import { createRequestRecorder } from './request-record.ts';
import type { Access, Route } from './route.ts';

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export type ServerDeps = {
  readonly routes: readonly Route[];
  readonly guardFor: (access: Access) => Hook | null;
  readonly hostAllowed: (host: string | undefined) => boolean;
  readonly trustedProxies: readonly string[];
  readonly meter: RequestMeter;
  readonly log: Log;
};

const maxBodyBytes = 64 * 1024;
const bodyTimeoutMs = 30_000;
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
  const server = fastify({
    logger: false,
    bodyLimit: maxBodyBytes,
    trustProxy: deps.trustedProxies.length > 0 ? [...deps.trustedProxies] : false,
    genReqId: createRequestIds(),
    requestTimeout: 600_000,
    http: { headersTimeout: 30_000 },
    keepAliveTimeout: 72_000,
    exposeHeadRoutes: false,
    clientErrorHandler: answerMalformedRequest,
    frameworkErrors: (_error, _request, reply: FastifyReply) =>
      sendWordError(reply, 400, 'bad_request', 'The address is not valid.'),
  });

  const record = createRequestRecorder(meter, log);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.decorateRequest('apiKey', null);

  server.addHook('onRequest', (request, reply, done) => {
    record(request, reply);
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    if (hostAllowed(request.headers.host)) return done();
    sendWordError(reply, 421, 'wrong_host', wrongHost);
  });
  server.setErrorHandler((error, request, reply) => answerError(error, request, reply, log));
  server.setNotFoundHandler((request, reply) => answerUnknownRoute(request, reply, routes));

  const add = (scope: FastifyInstance, route: Route) => {
    const guard = guardFor(route.access);
    scope.route({
      method: route.method,
      url: route.path,
      config: { route },
      ...(route.maxBodyBytes === undefined ? {} : { bodyLimit: route.maxBodyBytes }),
      ...(guard === null ? {} : { onRequest: guard }),
      ...(hasBody(route) && !route.streamsBody ? { preParsing: limitBodyTime } : {}),
      handler: (request, reply) => route.handle(request, reply),
    });
  };
  for (const route of routes) if (!route.streamsBody) add(server, route);
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    for (const route of routes) if (route.streamsBody) add(scope, route);
  });
  return server;
}

const hasBody = ({ method }: Route): boolean => method === 'POST' || method === 'PUT' || method === 'PATCH';

/** Closes a connection whose small body does not arrive. Uploads of files may take longer. */
const limitBodyTime: preParsingHookHandler = (request, _reply, body, done) => {
  const timer = setTimeout(() => request.raw.destroy(), bodyTimeoutMs).unref();
  body.once('end', () => clearTimeout(timer));
  done(null, body);
};

function createRequestIds(): () => string {
  const boot = randomBytes(4).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${boot}-${count.toString(36)}`;
  };
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const access = request.routeOptions.config.route?.access;
  const problem = bodyProblem(error);
  // The rest of the body is read and dropped: a client whose connection closes while it sends never sees the answer.
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
  if (error instanceof Refusal) {
    const field = access?.kind === 'management' ? error.field : null;
    return sendWordError(reply, managementErrors[error.code].status, error.code, error.message, field);
  }
  if (problem !== null) return sendWordError(reply, 400, 'invalid', `Send a JSON object: ${problem}.`);
  if (holdsNul(error))
    return sendWordError(reply, 400, 'invalid', 'A text must not contain the character NUL.');
  log.error({ err: error, requestId: request.id, path: request.routeOptions.url }, 'request failed');
  return sendWordError(reply, 500, 'internal', internal);
}

/** PostgreSQL stores no NUL in a text. */
function holdsNul(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '22021';
}

/** What is wrong with the body; null where the error has another cause. */
function bodyProblem(error: unknown): string | null {
  if (error instanceof BodyProblem) return error.message;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === tooLarge) return `the body may have at most ${maxBodyBytes} bytes`;
  if (code?.startsWith('FST_ERR_CTP_')) return 'the body does not match its headers';
  // Fastify adds the status. A lost connection to the database has the same code without it.
  if (code === 'ECONNRESET' && statusCode === 400) return 'the body ended too early';
  return null;
}

/** Requests in progress may finish. One that hangs must not keep the service from stopping. */
export async function closeServer(server: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), closeTimeoutMs);
  await server.close();
  clearTimeout(timer);
}

function answerUnknownRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  routes: readonly Route[],
): FastifyReply {
  const path = request.url.split('?')[0] ?? '';
  const others = routes.filter((route) => matchesPath(route.path, path)).map((route) => route.method);
  if (others.length === 0) return sendWordError(reply, 404, 'not_found', 'There is nothing at this address.');
  const message = `This address answers ${others.join(' and ')} only.`;
  return sendWordError(reply.header('allow', others.join(', ')), 405, 'method_not_allowed', message);
}

function matchesPath(pattern: string, path: string): boolean {
  const parts = path.split('/');
  const wanted = pattern.split('/');
  return (
    parts.length === wanted.length &&
    wanted.every((part, index) => part === parts[index] || (part.startsWith(':') && parts[index] !== ''))
  );
}
