import { managementErrors } from '@parley/protocol/management/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { OwnerUnreachable } from '../../bus/index.ts';
import { isTransient } from '../../db/index.ts';
import { BodyProblem, errorCode, type Log, Refusal } from '../../kernel/index.ts';
import { sendCallbackError } from '../gateway/callback-error.ts';
import { sendFault } from '../oauth/index.ts';
import { sendContractError, sendWordError } from './answers.ts';
import { ContractError } from './contract-error.ts';
import { WordError } from './word-error.ts';

export const maxBodyBytes = 64 * 1024;
const tooLarge = 'FST_ERR_CTP_BODY_TOO_LARGE';
const unreachable = 'Could not reach the process that has the session. Try again in a moment.';
const unavailable = 'The database is busy or unavailable. Try again in a moment.';
const retryAfterSeconds = 2;
const internal = 'Internal server error. The log of the service has the cause.';

/** Answers a request whose route has failed or refused it. Only a fault of our own is logged as an error. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): FastifyReply {
  const { access, maxBodyBytes: maxBytes = maxBodyBytes } = request.routeOptions.config.route ?? {};
  const problem = bodyProblem(error, maxBytes);
  // The rest of the body is read and dropped: a client whose connection closes while it sends never receives the
  // answer.
  if (problem !== null) reply.removeHeader('connection');
  if (problem === null && isTransient(error)) return answerUnavailable(error, request, reply, log);
  if (access?.kind === 'api-key') {
    if (error instanceof ContractError)
      return sendContractError(reply, access.shape, error.error, error.detail);
    if (problem !== null) return sendContractError(reply, access.shape, 'invalidParams', problem);
    logFailure(error, request, reply, log);
    return sendContractError(reply, access.shape, 'internal');
  }
  if (access?.kind === 'session-token') {
    const status = (error as Partial<FastifyError>).code === tooLarge ? 413 : 400;
    if (problem !== null) return sendCallbackError(reply, status, '', `${upperFirst(problem)}.`);
    logFailure(error, request, reply, log);
    return sendCallbackError(reply, 500, '', internal);
  }
  if (access?.kind === 'oauth') {
    if (problem !== null) return sendFault(request, reply, access, 400, 'invalid_request', problem);
    logFailure(error, request, reply, log);
    return sendFault(request, reply, access, 500, 'server_error', internal);
  }
  if (error instanceof Refusal) {
    const field = access?.kind === 'management' ? error.field : null;
    return sendWordError(reply, managementErrors[error.code].status, error.code, error.message, field);
  }
  if (error instanceof WordError) return sendWordError(reply, error.status, error.code, error.message);
  if (error instanceof OwnerUnreachable) return sendWordError(reply, 503, 'unavailable', unreachable);
  if (problem !== null) return sendWordError(reply, 400, 'invalid', `Send a JSON object: ${problem}.`);
  if (nulCodes.has(errorCode(error)))
    return sendWordError(reply, 400, 'invalid', 'A text must not contain the character NUL.');
  logFailure(error, request, reply, log);
  return sendWordError(reply, 500, 'internal', internal);
}

/** The same request may succeed later. */
function answerUnavailable(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): FastifyReply {
  const { access } = request.routeOptions.config.route ?? {};
  const facts = { requestId: request.id, path: request.routeOptions.url, reason: String(error) };
  // The end of the client's connection has some of the codes of a lost database connection.
  if (reply.raw.destroyed) log.debug(facts, 'a client left its request');
  else log.warn(facts, 'the database did not answer a request');
  // The contract's endpoints never send Retry-After.
  if (access?.kind === 'api-key') return sendContractError(reply, access.shape, 'unavailable');
  reply.header('retry-after', retryAfterSeconds);
  if (access?.kind === 'session-token') return sendCallbackError(reply, 503, '', unavailable);
  if (access?.kind === 'oauth')
    return sendFault(request, reply, access, 503, 'temporarily_unavailable', unavailable);
  return sendWordError(reply, 503, 'unavailable', unavailable);
}

const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** PostgreSQL stores no NUL in texts or in JSON. */
const nulCodes: ReadonlySet<unknown> = new Set(['22021', '22P05']);

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

/** Codes of errors that follow from the end of the client's connection. */
const lostCodes: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ABORT_ERR',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_UNABLE_TO_PIPE',
]);

function logFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): void {
  const facts = { requestId: request.id, path: request.routeOptions.url };
  const code = errorCode(error);
  // A lost database connection has some of these codes, too. Then the client is still there.
  if (reply.raw.destroyed && lostCodes.has(code)) log.debug({ ...facts, code }, 'a client left its request');
  else log.error({ ...facts, err: error }, 'request failed');
}
