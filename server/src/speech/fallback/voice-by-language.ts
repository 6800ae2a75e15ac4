import { PieceWriter } from '../piece-writer.ts';
import { baseOf } from '../script/language-tag.ts';
import { languageName, languageOfScript } from '../script/readable.ts';
import { readScript, type ScriptItem } from '../script/script.ts';
import { abortedFailure, type Sentence, type SpeechPiece, type Voice } from '../voice.ts';

export type VoiceByLanguageOptions = {
  readonly main: Voice;
  /** The language that the main voice reads, as a tag. Empty if it reads every language that has no voice of its own. */
  readonly language: string;
  /** A voice for another language; null if there is none. */
  voiceFor(language: string, sentence: Sentence): Voice | null;
  /** What the account's owner can do about a language without a voice. */
  hintFor(language: string): string;
};

const silenceRate = 16_000;

/**
 * A voice for one session that speaks each sentence in its language. A sentence whose words do not tell its language is
 * in the language of the sentence before it, or in the one that a tag has set since. A sentence in a language without a
 * voice is silent: another voice would say it with the wrong sounds.
 */
export function createVoiceByLanguage(options: VoiceByLanguageOptions): Voice {
  const { main, voiceFor } = options;
  const own = baseOf(options.language);
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
      const script = readScript(sentence);
      const found = languageOfScript(script, current);
      const wanted = found?.language ?? current;
      if (wanted !== '') current = wanted;
      const voice = wanted === own ? main : voiceFor(wanted, sentence);
      const spokenLanguage = (wanted === own ? options.language : wanted) || sentence.spokenLanguage;
      if (voice !== null) return yield* voice.speak({ ...sentence, spokenLanguage }, signal);
      const name = found?.name ?? languageName(wanted);
      yield* silentPieces(
        script,
        `There is no voice for ${name}. It was not spoken. ${options.hintFor(wanted)}`,
      );
    },
  };
}

/** Only the breaks of a sentence. */
function* silentPieces(script: readonly ScriptItem[], message: string): Generator<SpeechPiece> {
  const writer = new PieceWriter(silenceRate);
  yield {
    kind: 'start',
    format: { sampleRate: silenceRate },
    precision: { words: 'exact', visemes: 'exact' },
  };
  yield { kind: 'unread', message };
  for (const item of script) if (item.kind === 'pause') yield* writer.silence(item.ms);
  yield writer.end();
}
