import { PieceWriter } from '../piece-writer.ts';
import { partsOf, type SpokenPart } from '../script/parts.ts';
import { readScript } from '../script/script.ts';
import { abortedFailure, type Precision, type Sentence, type SpeechPiece, type Voice } from '../voice.ts';

export type PartPerformer = {
  readonly sampleRate: number;
  readonly precision: { readonly words: Precision; readonly visemes: Precision };
  /** Speaks one part, starting at the writer's current time. */
  speak(part: SpokenPart, writer: PieceWriter, signal: AbortSignal): AsyncIterable<SpeechPiece>;
};

/** A voice that reads plain text. */
export const voiceByParts = (performer: PartPerformer): Voice => ({
  speak: (sentence, signal) => performParts(performer, sentence, signal),
});

/** Speaks the parts of a sentence one by one, with the pauses and marks between them. */
async function* performParts(
  performer: PartPerformer,
  sentence: Sentence,
  signal: AbortSignal,
): AsyncGenerator<SpeechPiece> {
  const { sampleRate, precision } = performer;
  const check = () => {
    if (signal.aborted) throw abortedFailure();
  };
  check();
  yield { kind: 'start', format: { sampleRate }, precision };
  const writer = new PieceWriter(sampleRate);
  for (const part of partsOf(readScript(sentence))) {
    check();
    if (part.kind === 'mark') {
      yield writer.timing({ marks: [{ name: part.name, atMs: writer.nowMs }] });
      continue;
    }
    const pieces = part.kind === 'pause' ? writer.silence(part.ms) : performer.speak(part, writer, signal);
    for await (const piece of pieces) {
      check();
      yield piece;
      check();
    }
  }
  yield writer.end();
}
