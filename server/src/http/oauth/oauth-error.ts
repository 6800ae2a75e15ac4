import type { FastifyReply } from 'fastify';
import { sendJson } from '../answers/answers.ts';

/** An error in the shape of RFC 6749. */
export function sendOauthError(
  reply: FastifyReply,
  status: number,
  error: string,
  description: string,
): FastifyReply {
  return sendJson(reply.header('cache-control', 'no-store'), status, {
    error,
    ...(description === '' ? {} : { error_description: description }),
  });
}
