import { maxSessionWordsBytes, maxSpokenMessageBytes, sanitizeText } from '@parley/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OwnerUnreachable, type RateLimits, type SessionDirectory } from '../../bus/index.ts';
import type { JsonObject } from '../../kernel/index.ts';
import type { Tracer } from '../../tracing/index.ts';
import { bearerToken } from '../access/bearer-token.ts';
import { sendJson } from '../answers/answers.ts';
import { BodyProblem, readJsonObject } from '../bodies/json-body.ts';
import { type Route, withErrorSchema } from '../route.ts';
import { startRequestSpan } from '../server/request-span.ts';
import { sendCallbackError } from './callback-error.ts';
import documents from './documents.json' with { type: 'json' };

const sessionFull = `This session has stored as many words as it may: ${maxSessionWordsBytes} bytes.`;
const rule = { burst: 20, rate: 10 };
const maxSessionIdLength = 128;
const authTokenForm = /^[\w-]{43}$/;
const ended = 'The session has ended.';
const document = documents['POST /gateway/callback'];

/** A customer's endpoint calls this to make the avatar speak. Errors have the same three fields, with status ERROR. */
export function gatewayCallbackRoute(deps: {
  sessions: SessionDirectory;
  limits: RateLimits;
  isTokenOf(sessionId: string, token: string): boolean;
  tracer: Tracer | null;
}): Route {
  const answerMessage = async (request: FastifyRequest, reply: FastifyReply, given: Given) => {
    const { sessionId } = given;
    const refuse = (status: number, why: string) => sendCallbackError(reply, status, sessionId, why);
    const token = bearerToken(request);
    if (token === undefined) return refuse(401, 'Send the session’s authToken as "Authorization: Bearer …".');
    const body = readMessage(given);
    if (typeof body === 'string') return refuse(400, body);
    if (!deps.isTokenOf(sessionId, token)) return refuse(401, tokenProblem(token));
    const span = startRequestSpan(deps.tracer, request, reply, { fromVisitor: false });
    span?.note({ sessionId });
    if (Buffer.byteLength(body.message) > maxSpokenMessageBytes)
      return refuse(413, `The message may have at most ${maxSpokenMessageBytes} bytes.`);
    // Before the session is looked up: tokens stay valid after its end.
    if (!(await deps.limits.take(`callback:${sessionId}`, rule)))
      return refuse(
        429,
        `Too many messages. At most ${rule.rate} a second are accepted, ${rule.burst} in a burst.`,
      );
    if ((await deps.sessions.find(sessionId)) === null) return refuse(404, ended);
    const outcome = await deps.sessions.callback(sessionId, {
      message: sanitizeText(body.message),
      interrupt: body.interrupt,
      ...(span === null ? {} : { traceparent: span.traceparent }),
    });
    if (outcome === 'ended') return refuse(404, ended);
    if (outcome === 'too-many') return refuse(429, 'Too many messages are waiting for this visitor.');
    if (outcome === 'full') return refuse(413, sessionFull);
    return sendJson(reply, 200, { sessionId, status: 'OK', statusMessage: 'Message accepted' });
  };
  const handle = (request: FastifyRequest, reply: FastifyReply) => {
    const given = readGiven(request);
    return answerMessage(request, reply, given).catch((error: unknown) => {
      if (!(error instanceof OwnerUnreachable)) throw error;
      return sendCallbackError(
        reply,
        500,
        given.sessionId,
        'Could not reach the session. Send the message again.',
      );
    });
  };
  return {
    method: 'POST',
    path: '/gateway/callback',
    access: { kind: 'session-token' },
    maxBodyBytes: 8 * maxSpokenMessageBytes,
    document: { ...document, answers: withErrorSchema(document.answers, document.answers[200].schema) },
    handle,
  };
}

/** What could be read of a body, or why it could not be read. */
type Given = {
  /** Empty if the body names none. */
  readonly sessionId: string;
  readonly fields: JsonObject | string;
};

function readGiven({ body }: FastifyRequest): Given {
  try {
    const fields = readJsonObject(body);
    const { sessionId } = fields;
    const isReadable = typeof sessionId === 'string' && sessionId.length <= maxSessionIdLength;
    return { sessionId: isReadable ? sessionId : '', fields };
  } catch (error) {
    if (!(error instanceof BodyProblem)) throw error;
    return { sessionId: '', fields: `${error.message.replace(/^t/, 'T')}.` };
  }
}

/** The problem of the body as a sentence, if it has one. */
function readMessage({ sessionId, fields }: Given): { message: string; interrupt: boolean } | string {
  if (typeof fields === 'string') return fields;
  const { message, interrupt } = fields;
  if (sessionId === '')
    return `sessionId must be given as a string of at most ${maxSessionIdLength} characters.`;
  if (typeof message !== 'string') return 'message must be given as a string.';
  if (typeof interrupt !== 'boolean' && interrupt !== undefined && interrupt !== null)
    return 'interrupt must be true or false.';
  return { message, interrupt: interrupt ?? false };
}

/** A token does not say whose it is, so that of another session looks like one of an older key. */
const tokenProblem = (token: string): string =>
  authTokenForm.test(token)
    ? 'This is not the authToken of this session. Send the one from the LOGIN of this session.'
    : 'This is not an authToken. Send the one from the LOGIN of this session, unchanged.';
