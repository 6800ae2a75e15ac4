import type { UserFacts } from '../../../live/index.ts';
import { collectText } from '../../collect-text.ts';
import { cleanReply, isTooLong } from '../../reply-text.ts';
import { type Answer, answerFailure, type Fault, findFault, isSuccess, readAnswer } from '../answer-check.ts';
import type { Endpoint } from '../endpoint.ts';
import { toBrainFailure, transportFailure } from '../request-failure.ts';
import type { ChatResponse } from './send-chat.ts';

/** Enough for the longest reply with every character escaped, and for the fields around it. */
const answerBytes = 458_752;

export const tooLong: Fault = {
  stage: 'too-large',
  text: 'Your endpoint answered CHAT with a reply over 64 KiB. Send a shorter one, or the rest through the callback.',
};
const tooLarge: Fault = {
  stage: 'too-large',
  text: `Your endpoint answered CHAT with more than ${answerBytes} bytes. Send a shorter answer.`,
};
const noReply: Fault = {
  stage: 'reply',
  text: 'Your endpoint answered CHAT without "reply". Send a text; an empty one says nothing.',
};

/** The reply in an answer that is one JSON object. */
export async function wholeReply(
  endpoint: Endpoint,
  { stream, permit }: ChatResponse,
  user: UserFacts,
): Promise<string> {
  const collected = await collectText(stream, answerBytes).catch((error: unknown) => {
    const failure = transportFailure('CHAT', error);
    endpoint.report(permit, failure);
    throw toBrainFailure(failure);
  });
  const answer = readAnswer('CHAT', stream.status, collected.text);
  const fault =
    collected.cut && isSuccess(stream.status)
      ? tooLarge
      : (findFault(answer, user.sessionId) ?? replyFault(answer));
  if (fault !== null) {
    const failure = answerFailure(answer, fault, endpoint.secretsOf(user.sessionId, user));
    endpoint.report(permit, failure);
    throw toBrainFailure(failure);
  }
  endpoint.answered();
  const reply = answer.fields?.reply;
  return typeof reply === 'string' ? cleanReply(reply) : '';
}

function replyFault({ fields }: Answer): Fault | null {
  const reply = fields?.reply;
  if (typeof reply !== 'string') return noReply;
  return isTooLong(reply) ? tooLong : null;
}
