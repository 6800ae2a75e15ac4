import { BodyReader } from '../body-reader.ts';
import { isEventStream } from '../event-stream.ts';
import { BrainFailure, type Question } from '../seam.ts';
import { isSuccess } from './answer-check.ts';
import { chatBody } from './bodies.ts';
import type { Endpoint } from './endpoint.ts';
import { login } from './login.ts';
import { abortedFailure, toBrainFailure } from './request-failure.ts';
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
  const { user, times } = question;
  const deadlineMs = clock.monotonicMs() + endpoint.settings.chatTimeoutMs;
  const body = chatBody(endpoint, question);
  let response = await sendChat(endpoint, body, times, deadlineMs, signal);
  if (response.stream.status === 401) {
    endpoint.answered();
    new BodyReader(response.stream).drain();
    const opening = await login(endpoint, user, signal, () => deadlineMs - clock.monotonicMs());
    if (opening.outcome !== 'open') {
      const { problem } = opening.note;
      throw new BrainFailure(`The endpoint did not know the session. ${problem}`, opening.note);
    }
    response = await sendChat(endpoint, body, times, deadlineMs, signal);
  }
  const { status, headers } = response.stream;
  if (isSuccess(status) && isEventStream(headers['content-type'])) {
    return streamedReply(endpoint, response, user, signal);
  }
  const reply = await wholeReply(endpoint, response, user);
  if (signal.aborted) throw toBrainFailure(abortedFailure('CHAT'));
  return reply;
}
