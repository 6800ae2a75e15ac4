import { maxSessionWordsBytes, maxSpokenMessageBytes, sanitizeText } from '@parley/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { OwnerUnreachable, type RateLimits, type SessionDirectory } from '../bus/index.ts';
import type { Tracer } from '../tracing/index.ts';
import { bearerToken } from './access/bearer-token.ts';
import { sendJson } from './answers.ts';
import { readJsonObject } from './json-body.ts';
import { startRequestSpan } from './request-span.ts';
import type { Route } from './route.ts';

const sessionFull = `This session has stored as many words as it may: ${maxSessionWordsBytes} bytes.`;
const rule = { burst: 20, rate: 10 };
const answer = Type.Object({ sessionId: Type.String(), status: Type.String(), statusMessage: Type.String() });

/** A customer's endpoint calls this to make the avatar speak. Errors have the same three fields, with status ERROR. */
export function gatewayCallbackRoute(deps: {
  sessions: SessionDirectory;
  limits: RateLimits;
  isTokenOf(sessionId: string, token: string): boolean;
  tracer: Tracer | null;
}): Route {
  const answerMessage = async (request: FastifyRequest, reply: FastifyReply) => {
    const token = bearerToken(request);
    if (token === undefined)
      return refuse(reply, 401, '', 'Send the session’s authToken as "Authorization: Bearer …".');
    const body = readBody(request);
    if ('problem' in body) return refuse(reply, 400, '', body.problem);
    const { sessionId, message, interrupt } = body;
    if (!deps.isTokenOf(sessionId, token))
      return refuse(
        reply,
        401,
        sessionId,
        'The authToken belongs to another session. Send the one from the LOGIN of this session.',
      );
    const span = startRequestSpan(deps.tracer, request, reply, { fromVisitor: false });
    span?.note({ sessionId });
    if (Buffer.byteLength(message) > maxSpokenMessageBytes) {
      return refuse(reply, 413, sessionId, `The message may have at most ${maxSpokenMessageBytes} bytes.`);
    }
    if ((await deps.sessions.find(sessionId)) === null)
      return refuse(reply, 404, sessionId, 'The session has ended.');
    if (!(await deps.limits.take(`callback:${sessionId}`, rule))) {
      return refuse(
        reply,
        429,
        sessionId,
        `Too many messages. At most ${rule.rate} a second are accepted, ${rule.burst} in a burst.`,
      );
    }
    const outcome = await deps.sessions.callback(sessionId, {
      message: sanitizeText(message),
      interrupt,
      ...(span === null ? {} : { traceparent: span.traceparent }),
    });
    if (outcome === 'ended') return refuse(reply, 404, sessionId, 'The session has ended.');
    if (outcome === 'too-many')
      return refuse(reply, 429, sessionId, 'Too many messages are waiting for this visitor.');
    if (outcome === 'full') return refuse(reply, 413, sessionId, sessionFull);
    return sendJson(reply, 200, { sessionId, status: 'OK', statusMessage: 'Message accepted' });
  };
  const handle = (request: FastifyRequest, reply: FastifyReply) =>
    answerMessage(request, reply).catch((error: unknown) => {
      if (!(error instanceof OwnerUnreachable)) throw error;
      return refuse(reply, 500, '', 'Could not reach the session. Send the message again.');
    });
  return {
    method: 'POST',
    path: '/gateway/callback',
    access: { kind: 'session-token' },
    maxBodyBytes: 8 * maxSpokenMessageBytes,
    document: {
      tag: 'Callback',
      summary: 'Say something to a session’s user',
      description: 'Called by the customer’s endpoint with the authToken that came with LOGIN.',
      body: Type.Object({
        sessionId: Type.String(),
        message: Type.String({ description: 'Text, SSML or a custom tag.' }),
        interrupt: Type.Optional(Type.Boolean({ default: false, description: 'Stop what is being said.' })),
      }),
      answers: {
        200: { description: 'The message will be said', schema: answer },
        400: { description: 'The body is malformed', schema: answer },
        401: { description: 'The token is missing or not that of the session', schema: answer },
        404: { description: 'The session has ended', schema: answer },
        413: {
          description: 'The message is too large, or the session has stored as many words as it may',
          schema: answer,
        },
        429: { description: 'Too many messages', schema: answer },
        500: { description: 'The process that has the session cannot be reached right now', schema: answer },
        503: { description: 'The database is busy or unavailable', schema: answer },
      },
    },
    handle,
  };
}

type Body = { sessionId: string; message: string; interrupt: boolean };

function readBody(request: FastifyRequest): Body | { problem: string } {
  let body: ReturnType<typeof readJsonObject>;
  try {
    body = readJsonObject(request.body);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'the body cannot be read' };
  }
  const { sessionId, message, interrupt = false } = body;
  if (typeof sessionId !== 'string' || sessionId === '')
    return { problem: 'sessionId must be given as a string' };
  if (typeof message !== 'string') return { problem: 'message must be given as a string' };
  if (typeof interrupt !== 'boolean') return { problem: 'interrupt must be true or false' };
  return { sessionId, message, interrupt };
}

function refuse(reply: FastifyReply, status: number, sessionId: string, statusMessage: string): FastifyReply {
  return sendJson(reply, status, { sessionId, status: 'ERROR', statusMessage });
}
