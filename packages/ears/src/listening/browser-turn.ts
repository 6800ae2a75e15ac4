import type { Turn } from '@parley/client/sdk/ears';
import {
  type BrowserRecognition,
  openBrowserRecogniser,
  type RecognitionClass,
} from '../recognition/browser-recogniser.ts';
import { hasWords } from './words.ts';

type TurnCallbacks = {
  /** The first words have come. */
  handleHearing(): void;
  handleStopped(reason: string): void;
};

/** Hears with the browser's recogniser while the visitor holds a button, and joins its results. Null if the turn is over. */
export function hearTurn(
  Recognition: RecognitionClass,
  language: string,
  turn: Turn,
  { handleHearing, handleStopped }: TurnCallbacks,
): BrowserRecognition | null {
  const parts: string[] = [];
  /** Words that may still change. */
  let open = '';
  let isAborted = false;
  const text = () => [...parts, open].filter(hasWords).join(' ');
  const done = () => {
    turn.handleHeard();
    turn.handleDone(text());
  };
  if (turn.isReleased) {
    done();
    return null;
  }
  const recognition = openBrowserRecogniser(Recognition, language, {
    handleSpeech() {},
    handleStopped,
    handleWords(words, final) {
      handleHearing();
      if (final) parts.push(words);
      open = final ? '' : words;
      if (!isAborted) turn.handleWords(text());
    },
  });
  void turn.released.then(async () => {
    await recognition.finish();
    // A browser may have left its last words open.
    if (!isAborted) done();
  });
  return {
    ...recognition,
    abort() {
      isAborted = true;
      recognition.abort();
    },
  };
}
