import { baseOf, languageOfScript } from '../script/readable.ts';
import { readScript } from '../script/script.ts';
import { abortedFailure, type Sentence, type Voice } from '../voice.ts';

export type VoiceByLanguageOptions = {
  readonly main: Voice;
  /** The language that the main voice reads, as a tag. */
  readonly language: string;
  /** A voice for another language; null if there is none. */
  voiceFor(language: string, sentence: Sentence): Voice | null;
};

/**
 * A voice for one session that speaks each sentence in its language. A sentence whose words do not tell its language is
 * in the language of the sentence before it, or in the one that a tag has set since.
 */
export function createVoiceByLanguage({ main, language, voiceFor }: VoiceByLanguageOptions): Voice {
  const own = baseOf(language);
  let current = own;
  let stated: string | undefined;
  return {
    ...main,
    async *speak(sentence, signal) {
      if (signal.aborted) throw abortedFailure();
      if (sentence.language !== stated) {
        stated = sentence.language;
        current = baseOf(stated ?? own);
      }
      const found = languageOfScript(readScript(sentence), current);
      const wanted = found === null ? current : found.language;
      const other = wanted === own ? null : voiceFor(wanted, sentence);
      // Without a voice for it, the main one decides sentence by sentence what it can read.
      current = other === null ? own : wanted;
      yield* (other ?? main).speak(sentence, signal);
    },
  };
}
