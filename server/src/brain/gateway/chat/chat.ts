import { BrainFailure, type Question } from '../../../live/index.ts';
import { BodyReader } from '../../body-reader.ts';
import { isEventStream } from '../../event-stream.ts';
import { asksToRetry, isSuccess } from '../answer-check.ts';
import { chatBody } from '../bodies.ts';
import type { Endpoint } from '../endpoint.ts';
import { login } from '../login/login.ts';
import { abortedFailure, toBrainFailure } from '../request-failure.ts';
import { sendChat } from './send-chat.ts';
import { streamedReply } from './streamed-reply.ts';
import { wholeReply } from './whole-reply.ts';

/** One turn: a CHAT. If the endpoint has forgotten the session, a LOGIN and the CHAT again. */
export async function chat(
  endpoint: Endpoint,
  question: Question,
  signal: AbortSignal,
): Promise<string | AsyncIterable<string>> {
  const { clock } = endpoint.deps;
  const { user, traceparent } = question;
  const deadlineMs = clock.monotonicMs() + endpoint.settings.chatTimeoutMs;
  const body = chatBody(endpoint, question);
  const remainingMs = () => deadlineMs - clock.monotonicMs();
  let response = await sendChat(endpoint, question, body, deadlineMs, signal);
  if (response.stream.status === 401) {
    endpoint.answered();
    new BodyReader(response.stream).drain();
    const opening = await login(endpoint, user, signal, traceparent, remainingMs);
    if (opening.outcome !== 'open') {
      const { problem } = opening.note;
      throw new BrainFailure(
        `Your endpoint did not know the session, and a new LOGIN failed. ${problem}`,
        opening.note,
      );
    }
    response = await sendChat(endpoint, question, body, deadlineMs, signal);
  } else if (mayHaveForgotten(response.stream.status) && endpoint.offerLogin(user)) {
    const failure = await failureOf(wholeReply(endpoint, response, user));
    const opening = await login(endpoint, user, signal, traceparent, remainingMs);
    if (opening.outcome !== 'open') throw failure;
    response = await sendChat(endpoint, question, body, deadlineMs, signal);
  }
  const { status, headers } = response.stream;
  if (isSuccess(status)) endpoint.knows(user);
  if (isSuccess(status) && isEventStream(headers['content-type'])) {
    return streamedReply(endpoint, response, user, signal);
  }
  const reply = await wholeReply(endpoint, response, user);
  if (signal.aborted) throw toBrainFailure(abortedFailure('CHAT'));
  return reply;
}

/** Endpoints that lost their sessions answer 404, 400 or 403 as well. */
const mayHaveForgotten = (status: number): boolean => status >= 400 && status < 500 && !asksToRetry(status);

const failureOf = async (reply: Promise<unknown>): Promise<unknown> =>
  await reply.then(
    () => new BrainFailure('Your endpoint answered with an error and a reply.'),
    (failure: unknown) => failure,
  );
