import { bytesOf } from '@parley/protocol/audio';
import { CircuitBreakers, type Clock } from '../../kernel/index.ts';
import { Resampler } from '../pcm/resampler.ts';
import { samplesOf } from '../pcm/samples.ts';
import { PieceWriter } from '../piece-writer.ts';
import { roundMs } from '../visemes/timed-visemes.ts';
import { abortedFailure, type Sentence, SpeechFailure, type SpeechPiece, type Voice } from '../voice.ts';
import { withFirstSoundDeadline } from './first-sound-deadline.ts';
import { type Remainder, SpokenSoFar } from './spoken-so-far.ts';

export type VoiceBreakers = CircuitBreakers<SpeechFailure>;

export const createVoiceBreakers = (clock: Clock): VoiceBreakers =>
  new CircuitBreakers({ clock, failuresToOpen: 3, openMs: 30_000, maxCircuits: 1_000 });

export type FallbackOptions = {
  readonly main: Voice;
  /** Speaks when the main voice fails. */
  readonly fallback: Voice;
  /** A voice without sound after this time has failed, unless the listener still has sound to play. */
  readonly firstSoundMs: number;
  /**
   * A main voice that keeps failing is not used for a while, so that not every sentence waits for it in vain. Null for
   * a voice that is only slow now and then: its next sentence may well be in time.
   */
  readonly breakers: VoiceBreakers | null;
  /** The key of the main voice in the breakers. */
  readonly name: string;
  /** Called when the fallback speaks a sentence, or the rest of it. */
  readonly onFallback?: (sentence: Sentence) => void;
};

/** A voice with a fallback. When the main voice fails, the fallback speaks the rest, and the failure is reported. */
export function createVoiceWithFallback(options: FallbackOptions): Voice {
  const { main, fallback, firstSoundMs, breakers, name, onFallback } = options;
  return {
    async *speak(sentence, signal) {
      if (signal.aborted) throw abortedFailure();
      const spoken = new SpokenSoFar(sentence);
      const permit = breakers?.enter(name, firstSoundMs) ?? { kind: 'ordinary' as const };
      let message: string;
      if (permit.kind === 'open') {
        message = `${permit.reason.message} It is left alone for a moment.`;
      } else {
        try {
          const limitMs = limitFor(sentence, firstSoundMs);
          yield* fromFirstSound(withFirstSoundDeadline(main, sentence, signal, limitMs), spoken, signal);
          breakers?.succeeded(name);
          return;
        } catch (error) {
          if (!(error instanceof SpeechFailure) || error.stage === 'aborted' || signal.aborted) throw error;
          breakers?.failed(name, permit, error);
          message = error.message;
        } finally {
          // No effect after a success or failure. Otherwise the sentence was aborted, or its reader stopped.
          breakers?.undecided(name, permit);
        }
      }
      onFallback?.(sentence);
      yield { kind: 'failure', message };
      if (spoken.isSilent) yield* fallback.speak(sentence, signal);
      else yield* continueSentence(fallback, spoken.remainder(), signal);
    },
  };
}

/** How long the fallback needs to begin. It must begin before the listener has nothing left to play. */
const handoverMs = 500;

/** How long the main voice may take to begin. A sentence that is not due yet may wait for sentences that are due. */
const limitFor = ({ soundLeftMs = 0 }: Sentence, firstSoundMs: number): number =>
  Math.max(firstSoundMs, soundLeftMs - handoverMs);

/** Yields nothing before the first sound, so that another voice can still start the sentence. */
async function* fromFirstSound(
  pieces: AsyncIterable<SpeechPiece>,
  spoken: SpokenSoFar,
  signal: AbortSignal,
): AsyncGenerator<SpeechPiece> {
  const held: SpeechPiece[] = [];
  for await (const piece of pieces) {
    held.push(piece);
    if (piece.kind !== 'audio' && piece.kind !== 'end' && spoken.isSilent) continue;
    for (const next of held.splice(0)) {
      if (signal.aborted) throw abortedFailure();
      spoken.take(next);
      yield next;
    }
  }
}

/** Speaks the rest of a sentence in another voice, with the sample rate and the times of the first one. */
async function* continueSentence(
  voice: Voice,
  { sentence, from, atMs, sampleRate }: Remainder,
  signal: AbortSignal,
): AsyncGenerator<SpeechPiece> {
  const writer = new PieceWriter(sampleRate, atMs);
  const later = <T extends { readonly startMs: number }>(timed: T): T => ({
    ...timed,
    startMs: roundMs(timed.startMs + atMs),
  });
  let resampler: Resampler | null = null;
  for await (const piece of voice.speak(sentence, signal)) {
    switch (piece.kind) {
      case 'start':
        resampler = new Resampler(piece.format.sampleRate, sampleRate);
        break;
      case 'timing':
        yield {
          kind: 'timing',
          visemes: piece.visemes.map(later),
          words: piece.words.map((word) => ({ ...later(word), from: word.from + from, to: word.to + from })),
          marks: piece.marks.map(({ name, atMs: markMs }) => ({ name, atMs: roundMs(markMs + atMs) })),
        };
        break;
      case 'audio': {
        const samples = resampler?.push(samplesOf(piece.pcm)) ?? new Int16Array();
        if (samples.length > 0) yield writer.audio(bytesOf(samples));
        break;
      }
      case 'end':
        if (resampler !== null) yield writer.audio(bytesOf(resampler.flush()));
        yield writer.end();
    }
  }
}
