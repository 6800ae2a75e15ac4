import { languageOfScript } from '../script/readable.ts';
import { readScript } from '../script/script.ts';
import type { Voice } from '../voice.ts';
import type { WordList } from './word-list.ts';

/**
 * A voice that says listed words as the list says. `language` is the one that it reads; null if it reads several: then a
 * tag or the words of a sentence tell it.
 */
export function withWordList(voice: Voice, wordList: WordList | null, language: string | null): Voice {
  return {
    ...voice,
    speak(sentence, signal) {
      const found = () => languageOfScript(readScript(sentence), 'en')?.language || 'en';
      const spokenLanguage = language ?? sentence.language ?? found();
      return voice.speak({ ...sentence, wordList, spokenLanguage }, signal);
    },
  };
}
