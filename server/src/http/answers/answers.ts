import { type ErrorName, type ErrorShape, errorBody, errorCodes } from '@parley/protocol';
import type { FastifyReply } from 'fastify';

const json = 'application/json; charset=utf-8';

export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply.code(status).header('content-type', json).send(JSON.stringify(body));
}

export function sendContractError(
  reply: FastifyReply,
  shape: ErrorShape,
  name: ErrorName,
  detail?: string,
): FastifyReply {
  return sendJson(reply, errorCodes[name].status, errorBody(shape, name, detail));
}

/** For errors outside the API-key endpoints. Their codes are words. */
export function sendWordError(
  reply: FastifyReply,
  status: number,
  code: string,
  message: string,
  field: string | null = null,
): FastifyReply {
  return sendJson(reply, status, { error: { code, message, ...(field === null ? {} : { field }) } });
}
