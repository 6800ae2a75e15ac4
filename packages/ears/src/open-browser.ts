import type { CaughtSound, Ears, EarsOptions } from '@parley/client/sdk/ears';
import { BrowserListener } from './listening/browser-listener.ts';
import { levelOf } from './listening/level.ts';
import { openBrowserRecogniser, recognitionClass } from './recognition/browser-recogniser.ts';

/** Ears by the browser's own recogniser. */
export function openBrowserEars(options: EarsOptions): Ears {
  const { view, language } = options;
  const Recognition = recognitionClass();
  if (Recognition === undefined)
    throw new Error('This browser cannot recognise speech. You can type instead.');
  const listener = new BrowserListener(language, view, () => performance.now());
  const unfollow = options.followAvatar(listener);
  let stop: (() => void) | null = null;
  const rest = () => {
    stop?.();
    stop = null;
    view.handleLevel(0);
  };
  const hear = (sound: CaughtSound | null) => {
    rest();
    stop = openBrowserRecogniser(Recognition, language, {
      handleSpeech: (active) => listener.handleSpeech(active),
      handleWords: (text, final) => listener.handleWords(text, final),
      handleGivenUp: view.handleTrouble,
    });
    // A browser without worklets recognises without showing how loud it is.
    if (sound === null) return;
    sound.frames.onmessage = ({ data }: MessageEvent<Float32Array>) => {
      if (stop !== null) view.handleLevel(levelOf(data));
    };
  };
  hear(options.sound);
  view.handleProgress(1);
  return {
    hear,
    rest,
    close() {
      unfollow();
      rest();
    },
  };
}
