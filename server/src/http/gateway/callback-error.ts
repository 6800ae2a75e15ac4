import type { FastifyReply } from 'fastify';
import { sendJson } from '../answers/answers.ts';

/** An error of the callback endpoint: its three fields, with status ERROR. `sessionId` is empty if none could be read. */
export const sendCallbackError = (
  reply: FastifyReply,
  status: number,
  sessionId: string,
  statusMessage: string,
): FastifyReply => sendJson(reply, status, { sessionId, status: 'ERROR', statusMessage });
