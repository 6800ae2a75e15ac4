import type { Ears, EarsOptions } from '@parley/client/sdk/ears';
import { chooseRecogniser } from './choose-recogniser.ts';
import { openBrowserEars } from './open-browser.ts';
import { openModelEars } from './open-models.ts';
import { recognitionClass } from './recognition/browser-recogniser.ts';

export { prepareCapture } from './capture/capture.ts';

const listeningFailedText = 'Could not start listening. You can type instead.';

/** Starts listening to a microphone, with the preferred recogniser or the next best one that this browser has. */
export async function openEars(options: EarsOptions): Promise<Ears> {
  const hasRecogniser = recognitionClass() !== undefined;
  const runsModels =
    typeof WebAssembly === 'object' && typeof Worker === 'function' && typeof AudioWorkletNode === 'function';
  const choice = chooseRecogniser(options.recogniser, options.language, { runsModels, hasRecogniser });
  if (choice.kind === 'none') throw new Error(choice.note);
  if (choice.kind === 'browser') return openBrowserEars(options);
  try {
    return await openModelEars(options, choice.kind);
  } catch (error) {
    console.warn('Parley: could not start the built-in speech recognition:', error);
    if (!hasRecogniser) throw new Error(listeningFailedText, { cause: error });
    return openBrowserEars(options);
  }
}
