import type { OutboundStream } from '../../outbound/index.ts';
import { BodyReader } from '../body-reader.ts';
import { EventTooLong, readEvents } from '../event-stream.ts';
import { ReplyText } from '../reply-text.ts';
import { answerFailure, type ModelStage, readPart, refusedText, unspokenText } from './completion.ts';
import { abortedFailure, type ModelHabits, transportFailure } from './model-server.ts';
import { Thoughts } from './thoughts.ts';
import { tooLong } from './whole-completion.ts';

const lastEvent = '[DONE]';

/** Yields the pieces of a `text/event-stream` completion, each as soon as it arrives. */
export async function* streamedCompletion(
  stream: OutboundStream,
  key: string | null,
  habits: ModelHabits,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const reader = new BodyReader(stream);
  const events = readEvents(reader);
  const thoughts = new Thoughts(habits.beginsWithThought);
  const reply = new ReplyText();
  let unspoken: 'tools' | 'reasoning' | null = null;
  let hasSpoken = false;
  let finished = false;
  let ended = false;
  const failBy = (stage: ModelStage, text: string, body: string) =>
    answerFailure(stage, text, { httpStatus: stream.status, body, key });

  const pieceOf = (text: string, data: string): string => {
    const piece = reply.add(thoughts.found && !hasSpoken ? text.trimStart() : text);
    if (piece === null) throw failBy('too-large', tooLong, data);
    if (signal.aborted) throw abortedFailure();
    hasSpoken ||= piece.trim() !== '';
    return piece;
  };
  const pieceOfEvent = (data: string): string => {
    const part = readPart(data);
    if (part === null)
      throw failBy(
        'stream',
        'The model server sent an event that is not a completion. Check the URL and the model.',
        data,
      );
    if (part.error !== null) throw failBy('stream', `The model server broke off: ${part.error}`, data);
    if (part.refused) throw failBy('refused', refusedText, data);
    finished ||= part.finished;
    unspoken ??= part.unspoken;
    return pieceOf(thoughts.push(part.text), data);
  };

  const nextEvent = () =>
    events.next().catch((error: unknown) => {
      if (!(error instanceof EventTooLong)) throw transportFailure(error);
      throw failBy('stream', 'The model server sent an event that is too long.', '');
    });

  try {
    for (let next = await nextEvent(); !next.done; next = await nextEvent()) {
      ended = next.value === lastEvent;
      if (ended) break;
      const piece = pieceOfEvent(next.value);
      if (piece !== '') yield piece;
    }
    if (!ended && !finished) throw failBy('stream', 'The model server ended its stream too early.', '');
    const last = pieceOf(thoughts.flush(), '');
    if (last !== '') yield last;
    const instead = unspoken ?? (thoughts.found ? 'reasoning' : null);
    if (!hasSpoken && instead !== null) throw failBy('unspoken', unspokenText[instead], '');
  } finally {
    habits.beginsWithThought ||= thoughts.hasUnmatchedEnd;
    if (ended) reader.drain();
    else reader.hangUp();
  }
}
