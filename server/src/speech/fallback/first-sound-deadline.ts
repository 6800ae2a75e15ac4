import { type Sentence, SpeechFailure, type SpeechPiece, type Voice } from '../voice.ts';

/** Yields the pieces of a voice. Fails if its first sound does not arrive within the limit. */
export async function* withFirstSoundDeadline(
  voice: Voice,
  sentence: Sentence,
  signal: AbortSignal,
  limitMs: number,
): AsyncGenerator<SpeechPiece> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limitMs);
  try {
    for await (const piece of voice.speak(sentence, AbortSignal.any([signal, late.signal]))) {
      if (piece.kind === 'audio') clearTimeout(timer);
      yield piece;
    }
  } catch (error) {
    if (!late.signal.aborted || signal.aborted) throw error;
    throw new SpeechFailure('timeout', `The voice did not begin within ${limitMs / 1_000} seconds.`);
  } finally {
    clearTimeout(timer);
  }
}
