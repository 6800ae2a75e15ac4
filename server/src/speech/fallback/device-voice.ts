import type { ChoiceOf } from '../choice/voice-choice.ts';
import { respelled } from '../pronunciation/respelled.ts';
import { baseOf } from '../script/language-tag.ts';
import { readScript, type ScriptItem } from '../script/script.ts';
import type { WrittenWord } from '../script/written-words.ts';
import { expectedTiming } from '../timing/expected-timing.ts';
import { abortedFailure, type Sentence, type SpeechPiece, type Voice } from '../voice.ts';

type Choice = ChoiceOf<'device'>;

/**
 * The visitor's device speaks. The client gets the speaking style, the marks and the expected times, but no audio. For
 * a client without voices of its own, `fallback` speaks instead.
 */
export function createDeviceVoice(choice: Choice, fallback: Voice): Voice {
  return {
    async *speak(sentence, signal) {
      if (signal.aborted) throw abortedFailure();
      if (!canSpeak(sentence, choice.language)) {
        yield { kind: 'failure', message: 'The visitor’s device has no voice to speak with.' };
        yield* fallback.speak(sentence, signal);
        return;
      }
      const { rate, pitch } = choice;
      const language = choice.language || sentence.spokenLanguage || 'en';
      const tuned = { ...sentence, spokenLanguage: language, tuning: { rate, pitch } };
      const script = respelled(readScript(tuned), language);
      const words = script.flatMap((item) => (item.kind === 'words' ? item.words : []));
      const order = { ...orderFor(choice, script), said: saidOtherwise(words, sentence.text) };
      yield { kind: 'timing', ...expectedTiming(words, order.rate) };
      yield order;
      yield { kind: 'end', durationMs: 0 };
    },
  };
}

/** A device that does not say which languages it has may have any. */
const canSpeak = ({ deviceSpeaks, deviceLanguages = [] }: Sentence, language: string): boolean =>
  deviceSpeaks === true &&
  (language === '' || deviceLanguages.length === 0 || deviceLanguages.includes(baseOf(language)));
type DeviceOrder = SpeechPiece & { kind: 'device' };

/** The words that are not read as they are written. */
const saidOtherwise = (words: readonly WrittenWord[], text: string): DeviceOrder['said'] =>
  words
    .filter(({ written, from, to }) => to > from && written !== text.slice(from, to))
    .map(({ written, from, to }) => ({ from, to, text: written }));

/** A device speaks a whole sentence in one style: the style of its first words. */
function orderFor(choice: Choice, script: readonly ScriptItem[]): Omit<DeviceOrder, 'said'> {
  const style = script.find((item) => item.kind === 'words')?.style;
  let position = 0;
  const marks: { name: string; at: number }[] = [];
  for (const item of script) {
    if (item.kind === 'mark') marks.push({ name: item.name, at: position });
    if (item.kind === 'words') position = item.words.at(-1)?.to ?? position;
  }
  return {
    kind: 'device',
    voice: choice.voice,
    language: choice.language,
    rate: style?.rate ?? choice.rate,
    pitch: Math.min(2, style?.pitch.factor ?? choice.pitch),
    volume: Math.min(1, style?.volume ?? 1),
    marks,
  };
}
