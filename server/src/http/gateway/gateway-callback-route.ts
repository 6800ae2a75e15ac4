import { maxSessionWordsBytes, maxSpokenMessageBytes, sanitizeText } from '@parley/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CheckedCallback, checkCallback } from '../../brain/index.ts';
import { OwnerUnreachable, type RateLimits, type SessionDirectory } from '../../bus/index.ts';
import { bearerToken } from '../../kernel/index.ts';
import { type Replays, replayLimits } from '../../session-replays/index.ts';
import type { Tracer } from '../../tracing/index.ts';
import { sendJson } from '../answers/answers.ts';
import { type Route, withErrorSchema } from '../route.ts';
import { startRequestSpan } from '../server/request-span.ts';
import { sendCallbackError } from './callback-error.ts';
import documents from './documents.json' with { type: 'json' };

const sessionFull = `This session has stored as many words as it may: ${maxSessionWordsBytes} bytes.`;
const replayFull = `This session of a replay has stored as many messages as it may between two questions: ${replayLimits.callbacks}.`;
const callbackRule = { burst: 20, rate: 10 };
const ended = 'The session has ended.';
const document = documents['POST /gateway/callback'];

/** A customer's endpoint calls this to make the avatar speak. Errors have the same three fields, with status ERROR. */
export function gatewayCallbackRoute(deps: {
  sessions: SessionDirectory;
  limits: RateLimits;
  isTokenOf(sessionId: string, token: string): boolean;
  /** Stores a message of a brain that is tried in a replay. It is not spoken. */
  readonly replays: Pick<Replays, 'takeCallback'>;
  tracer: Tracer | null;
}): Route {
  const answerMessage = async (request: FastifyRequest, reply: FastifyReply, callback: CheckedCallback) => {
    const { sessionId } = callback;
    const refuse = (status: number, why: string) => sendCallbackError(reply, status, sessionId, why);
    if (!callback.ok) return refuse(callback.status, callback.problem);
    const { message, interrupt } = callback;
    const span = startRequestSpan(deps.tracer, request, reply, { fromVisitor: false });
    span?.note({ sessionId });
    // Before the session is looked up: tokens stay valid after its end.
    if (!(await deps.limits.take(`callback:${sessionId}`, callbackRule)))
      return refuse(
        429,
        `Too many messages. At most ${callbackRule.rate} a second are accepted, ${callbackRule.burst} in a burst.`,
      );
    const said = sanitizeText(message);
    const live = await deps.sessions.callback(sessionId, {
      message: said,
      interrupt,
      ...(span === null ? {} : { traceparent: span.traceparent }),
    });
    const outcome = live === 'ended' ? await deps.replays.takeCallback(sessionId, said) : live;
    if (outcome === 'ended') return refuse(404, ended);
    if (outcome === 'too-many')
      return refuse(429, live === 'ended' ? replayFull : 'Too many messages are waiting for this visitor.');
    if (outcome === 'full') return refuse(413, sessionFull);
    return sendJson(reply, 200, { sessionId, status: 'OK', statusMessage: 'Message accepted' });
  };
  const handle = (request: FastifyRequest, reply: FastifyReply) => {
    const callback = checkCallback({ token: bearerToken(request), body: request.body }, deps.isTokenOf);
    return answerMessage(request, reply, callback).catch((error: unknown) => {
      if (!(error instanceof OwnerUnreachable)) throw error;
      return sendCallbackError(
        reply,
        500,
        callback.sessionId,
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
