import type { UserFacts } from '../../../live/index.ts';
import { BodyReader } from '../../body-reader.ts';
import { EventTooLong, readEvents } from '../../event-stream.ts';
import { ReplyText } from '../../reply-text.ts';
import { type Answer, answerFailure, type Fault, findFault, readAnswer } from '../answer-check.ts';
import type { Endpoint } from '../endpoint.ts';
import { abortedFailure, type RequestFailure, toBrainFailure, transportFailure } from '../request-failure.ts';
import type { ChatResponse } from './send-chat.ts';
import { tooLong } from './whole-reply.ts';

const noEnd: Fault = {
  stage: 'stream',
  text: 'Your endpoint ended its stream too early. End it with an event that has sessionId, status and statusMessage.',
};
const noJson: Fault = {
  stage: 'stream',
  text: 'Your endpoint sent an event whose data is not a JSON object. Send JSON after "data:".',
};
const longEvent: Fault = {
  stage: 'stream',
  text: 'Your endpoint sent an event that is too long. Send shorter pieces.',
};
const noText: Fault = {
  stage: 'stream',
  text: 'Your endpoint sent an event without "reply". Send a text in it.',
};

/** Yields the pieces of a `text/event-stream` reply, each as soon as it arrives. */
export async function* streamedReply(
  endpoint: Endpoint,
  { stream, permit }: ChatResponse,
  user: UserFacts,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const reader = new BodyReader(stream);
  const events = readEvents(reader);
  const reply = new ReplyText();
  let open = true;

  const fail = (failure: RequestFailure): never => {
    open = false;
    endpoint.report(permit, failure);
    reader.hangUp();
    throw toBrainFailure(failure);
  };
  const failBy = (answer: Answer, fault: Fault): never =>
    fail(answerFailure(answer, fault, endpoint.secretsOf(user.sessionId, user)));
  const nextEvent = () =>
    events.next().catch((error: unknown) => {
      if (error instanceof EventTooLong) return failBy(readAnswer('CHAT', stream.status, ''), longEvent);
      return fail(transportFailure('CHAT', error));
    });

  try {
    for (let next = await nextEvent(); !next.done; next = await nextEvent()) {
      const event = readAnswer('CHAT', stream.status, next.value);
      const { fields } = event;
      if (fields === null) return failBy(event, noJson);
      if (fields.reply !== undefined) {
        if (typeof fields.reply !== 'string') return failBy(event, noText);
        const piece = reply.add(fields.reply);
        if (piece === null) return failBy(event, tooLong);
        if (signal.aborted) return fail(abortedFailure('CHAT'));
        if (piece !== '') yield piece;
      }
      if (fields.status !== undefined) {
        const fault = findFault(event, user.sessionId);
        if (fault !== null) return failBy(event, fault);
        open = false;
        endpoint.answered();
        reader.drain();
        return;
      }
    }
    return failBy(readAnswer('CHAT', stream.status, ''), noEnd);
  } finally {
    if (open) {
      endpoint.abandoned(permit);
      reader.hangUp();
    }
  }
}
