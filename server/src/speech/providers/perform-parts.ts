import { PieceWriter } from '../piece-writer.ts';
import { respelled } from '../pronunciation/respelled.ts';
import { readScript, type ScriptItem } from '../script/script.ts';
import { partsOf, type SpokenPart } from '../script/spoken-parts.ts';
import { abortedFailure, type Precision, type Sentence, type SpeechPiece, type Voice } from '../voice.ts';
import { lateFailure } from './provider-failure.ts';
import { maxSentenceMs, maxSpeechMs } from './sentence-limits.ts';

export type PartLimits = {
  /** How long the sentence may become with this part. */
  readonly maxMs: number;
  readonly signal: AbortSignal;
};

type SilentItem = Exclude<ScriptItem, { kind: 'words' }>;

export type PartPerformer<Part> = {
  readonly sampleRate: number;
  readonly precision: { readonly words: Precision; readonly visemes: Precision };
  /** What the voice is asked to speak at once, and the pauses and marks between. */
  partsOf(script: readonly ScriptItem[], sentence: Sentence): readonly (Part | SilentItem)[];
  /** Speaks one part, starting at the writer's current time. */
  speak(part: Part, writer: PieceWriter, limits: PartLimits): AsyncIterable<SpeechPiece>;
};

type PlainPerformer = Omit<PartPerformer<SpokenPart>, 'partsOf'> & {
  /** Whether the voice can say stated sounds. It gets them as marks in its text. */
  takesIpa?(ipa: string): boolean;
};

/** A voice that reads plain text. */
export const voiceByParts = (performer: PlainPerformer): Voice =>
  performedVoice({
    ...performer,
    partsOf: (script, { spokenLanguage = 'en' }) =>
      partsOf(respelled(script, spokenLanguage, performer.takesIpa)),
  });

/** A voice that speaks the parts of a sentence one by one, with the pauses and marks between them. */
export const performedVoice = <Part extends { readonly kind: 'speech' }>(
  performer: PartPerformer<Part>,
): Voice => ({
  speak: (sentence, signal) => performParts(performer, sentence, signal),
});

async function* performParts<Part extends { readonly kind: 'speech' }>(
  performer: PartPerformer<Part>,
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
  const limits = { maxMs: maxSpeechMs(sentence), signal };
  const lateMs = performance.now() + maxSentenceMs;
  for (const part of performer.partsOf(readScript(sentence), sentence)) {
    check();
    if (performance.now() > lateMs) throw lateFailure();
    if (part.kind === 'mark') {
      yield writer.timing({ marks: [{ name: part.name, atMs: writer.nowMs }] });
      continue;
    }
    const pieces = part.kind === 'pause' ? writer.silence(part.ms) : performer.speak(part, writer, limits);
    for await (const piece of pieces) {
      check();
      yield piece;
      check();
    }
  }
  yield writer.end();
}
