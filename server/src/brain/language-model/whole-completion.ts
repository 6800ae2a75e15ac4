import { parseJsonObject } from '../../kernel/index.ts';
import type { OutboundStream } from '../../outbound/index.ts';
import { collectText } from '../collect-text.ts';
import { cleanReply, isTooLong } from '../reply-text.ts';
import { answerFailure, errorText, readPart, refusedText, unspokenText } from './completion.ts';
import { transportFailure } from './model-server.ts';
import { withoutThoughts } from './thoughts.ts';

const answerBytes = 1_048_576;

export const tooLong =
  'The model answered with more than 64 KiB. Ask for shorter answers in its instructions.';

/** The reply in an answer that is one JSON object. */
export async function wholeCompletion(stream: OutboundStream, key: string | null): Promise<string> {
  const httpStatus = stream.status;
  const { text: body, cut } = await collectText(stream, answerBytes).catch((error: unknown) => {
    throw transportFailure(error);
  });
  const answer = { httpStatus, body, key };
  if (httpStatus < 200 || httpStatus >= 300) throw answerFailure('http', httpText(httpStatus, body), answer);
  if (cut) throw answerFailure('too-large', tooLong, answer);
  const part = readPart(body);
  if (part === null) {
    throw answerFailure(
      'body',
      'The model server answered with something that is not a completion. Check the URL and the model.',
      answer,
    );
  }
  if (part.error !== null) throw answerFailure('body', `The model server answered: ${part.error}`, answer);
  if (part.refused) throw answerFailure('refused', refusedText, answer);
  const { text, hadThoughts } = withoutThoughts(part.text);
  const instead = part.unspoken ?? (hadThoughts ? 'reasoning' : null);
  if (text.trim() === '' && instead !== null) throw answerFailure('unspoken', unspokenText[instead], answer);
  if (isTooLong(text)) throw answerFailure('too-large', tooLong, answer);
  return cleanReply(text);
}

function httpText(httpStatus: number, body: string): string {
  if (httpStatus >= 300 && httpStatus < 400) {
    return `The model server answered with a redirect (HTTP ${httpStatus}). Redirects are not followed. Set the URL that it leads to.`;
  }
  const fields = parseJsonObject(body);
  const message = fields && errorText(fields);
  return `The model server answered with HTTP ${httpStatus}${message === null ? '.' : `: ${message}`}`;
}
