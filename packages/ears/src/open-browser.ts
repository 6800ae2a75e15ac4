import type { CapturedSound, Ears, EarsOptions } from '@parley/client/sdk/ears';
import { BrowserListener } from './listening/browser-listener.ts';
import { levelOf } from './listening/level.ts';
import { openBrowserRecogniser, recognitionClass } from './recognition/browser-recogniser.ts';

/** Listens with the browser's own recogniser. */
export function openBrowserEars(options: EarsOptions): Ears {
  const { callbacks, language } = options;
  const Recognition = recognitionClass();
  if (Recognition === undefined)
    throw new Error('This browser cannot recognise speech. You can type instead.');
  const listener = new BrowserListener(language, callbacks, () => performance.now());
  const unfollow = options.followAvatar(listener);
  let stop: (() => void) | null = null;
  const pause = () => {
    stop?.();
    stop = null;
    callbacks.handleLevel(0);
  };
  const listenTo = (sound: CapturedSound | null) => {
    pause();
    stop = openBrowserRecogniser(Recognition, language, {
      handleSpeech: (active) => listener.handleSpeech(active),
      handleWords: (text, final) => listener.handleWords(text, final),
      handleStopped: callbacks.handleError,
    });
    // Without worklets there is no level meter, but recognition still works.
    if (sound === null) return;
    sound.frames.onmessage = ({ data }: MessageEvent<Float32Array>) => {
      if (stop !== null) callbacks.handleLevel(levelOf(data));
    };
  };
  listenTo(options.sound);
  callbacks.handleProgress(1);
  return {
    listenTo,
    pause,
    close() {
      unfollow();
      pause();
    },
  };
}
