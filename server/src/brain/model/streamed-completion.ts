import type { OutboundStream } from '../../outbound/index.ts';
import { BodyReader } from '../body-reader.ts';
import { EventStreamReader } from '../event-stream.ts';
import { ReplyText } from '../reply-text.ts';
import { answerFailure, readPart } from './completion.ts';
import { abortedFailure, transportFailure } from './model-server.ts';
import { tooLong } from './whole-completion.ts';

const lastEvent = '[DONE]';

/** The pieces of a completion that comes as `text/event-stream`, each as soon as it arrives. */
export async function* streamedCompletion(
  stream: OutboundStream,
  key: string | null,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const reader = new BodyReader(stream);
  const events = new EventStreamReader();
  const reply = new ReplyText();
  let finished = false;
  let ended = false;
  const failBy = (stage: 'stream' | 'too-large', text: string, body: string) =>
    answerFailure(stage, text, { httpStatus: stream.status, body, key });

  try {
    for (;;) {
      const chunk = await reader.next().catch((error: unknown) => {
        throw transportFailure(error);
      });
      for (const data of chunk === undefined ? events.end() : events.push(chunk)) {
        if (data === '') continue;
        if (data === lastEvent) {
          ended = true;
          reader.drain();
          return;
        }
        const part = readPart(data);
        if (part === null)
          throw failBy('stream', 'The model server sent an event that is no completion.', data);
        if (part.error !== null) throw failBy('stream', `The model server broke off: ${part.error}`, data);
        finished ||= part.finished;
        const piece = reply.add(part.text);
        if (piece === null) throw failBy('too-large', tooLong, data);
        if (signal.aborted) throw abortedFailure();
        if (piece !== '') yield piece;
      }
      if (chunk === undefined && finished) return;
      if (chunk === undefined) throw failBy('stream', 'The model server ended its stream too early.', '');
    }
  } finally {
    if (!ended) reader.hangUp();
  }
}
