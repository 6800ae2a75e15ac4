import type { Ears, EarsOptions } from '@parley/client/sdk/ears';
import { type Capturing, captureFrames } from './capture/capture.ts';
import { BrowserListener } from './listening/browser-listener.ts';
import { levelOf } from './listening/level.ts';

import { openBrowserRecogniser, recognitionClass } from './recognition/browser-recogniser.ts';

/** Ears by the browser's own recogniser. */
export async function openBrowserEars(options: EarsOptions): Promise<Ears> {
  const { view, language } = options;
  const Recognition = recognitionClass();
  if (Recognition === undefined)
    throw new Error('This browser cannot recognise speech. You can type instead.');
  const listener = new BrowserListener(language, view, () => performance.now());
  const unfollow = options.followAvatar(listener);
  let stop: (() => void) | null = null;
  let meter: Capturing | null = null;
  const rest = () => {
    stop?.();
    stop = null;
    meter?.close();
    meter = null;
    view.handleLevel(0);
  };
  const hear = async (stream: MediaStream) => {
    rest();
    stop = openBrowserRecogniser(Recognition, language, {
      handleSpeech: (active) => listener.handleSpeech(active),
      handleWords: (text, final) => listener.handleWords(text, final),
      handleGivenUp: view.handleTrouble,
    });
    meter = await openMeter(stream, view.handleLevel);
  };
  await hear(options.stream);
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

/** A browser without worklets recognises without showing how loud it is. */
async function openMeter(stream: MediaStream, onLevel: (level: number) => void): Promise<Capturing | null> {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<Float32Array>) => onLevel(levelOf(data));
  return await captureFrames(stream, port2).catch(() => null);
}
