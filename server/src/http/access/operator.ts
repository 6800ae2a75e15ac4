import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendWordError } from '../answers.ts';
import { isLoopbackAddress } from './loopback.ts';

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Lets requests from this machine through, and the operator: whoever can read the token in the data folder. */
export function createOperatorGuard(token: string): Hook {
  const wanted = digest(token);
  const isOperator = (request: FastifyRequest): boolean => {
    const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    return given !== undefined && timingSafeEqual(digest(given), wanted);
  };
  const refuse = (reply: FastifyReply) =>
    sendWordError(
      reply,
      401,
      'unauthorized',
      'Send the operator token of the data folder as "Authorization: Bearer …".',
    );

  return async (request, reply) => (isFromHere(request) || isOperator(request) ? undefined : refuse(reply));
}

/** A proxy on this machine makes everybody look local, so a forwarded request never counts as local. */
function isFromHere(request: FastifyRequest): boolean {
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded;
  return forwarded === undefined && isLoopbackAddress(request.socket.remoteAddress ?? '');
}
