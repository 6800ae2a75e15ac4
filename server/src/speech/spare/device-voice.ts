import type { ChoiceOf } from '../choice/voice-choice.ts';
import { readScript } from '../script/script.ts';
import { abortedFailure, type Sentence, type SpeechPiece, type Voice } from '../voice.ts';

/**
 * The visitor's device speaks: the client gets the manner and the marks, and no sound. For a client without voices of
 * its own, `spare` speaks instead.
 */
export function createDeviceVoice(choice: ChoiceOf<'device'>, spare: Voice): Voice {
  return {
    async *speak(sentence, signal) {
      if (signal.aborted) throw abortedFailure();
      if (!sentence.deviceSpeaks) {
        yield { kind: 'trouble', message: 'The visitor’s device has no voice to speak with.' };
        yield* spare.speak(sentence, signal);
        return;
      }
      yield orderFor(choice, sentence);
      yield { kind: 'end', durationMs: 0 };
    },
  };
}

/** A device speaks a sentence in one manner: that of its first words. */
function orderFor(choice: ChoiceOf<'device'>, sentence: Sentence): SpeechPiece & { kind: 'device' } {
  const { rate, pitch } = choice;
  const script = readScript({ ...sentence, manner: { rate, pitch } });
  const style = script.find((item) => item.kind === 'words')?.style;
  let place = 0;
  const marks: { name: string; at: number }[] = [];
  for (const item of script) {
    if (item.kind === 'mark') marks.push({ name: item.name, at: place });
    if (item.kind === 'words') place = item.words.at(-1)?.to ?? place;
  }
  return {
    kind: 'device',
    voice: choice.voice,
    language: choice.language,
    rate: style?.rate ?? rate,
    pitch: Math.min(2, style?.pitch.factor ?? pitch),
    volume: Math.min(1, style?.volume ?? 1),
    marks,
  };
}
