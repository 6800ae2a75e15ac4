import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendWordError } from '../answers.ts';
import { bearerToken } from './bearer-token.ts';
import { isLoopbackAddress } from './loopback.ts';

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a token is the operator's. It takes the same time for every token. */
export function createOperatorCheck(token: string): (given: string) => boolean {
  const wanted = digest(token);
  return (given) => timingSafeEqual(digest(given), wanted);
}

/** Lets requests from this machine through, and the operator: whoever can read the token in the data folder. */
export function createOperatorGuard(token: string): Hook {
  const isOperator = createOperatorCheck(token);
  const message = 'Send the operator token of the data folder as "Authorization: Bearer …".';
  return async (request, reply) =>
    isFromHere(request) || isOperator(bearerToken(request) ?? '')
      ? undefined
      : sendWordError(reply, 401, 'unauthorized', message);
}

/** A proxy on this machine makes everybody look local, so a forwarded request never counts as local. */
function isFromHere(request: FastifyRequest): boolean {
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded;
  return forwarded === undefined && isLoopbackAddress(request.socket.remoteAddress ?? '');
}
