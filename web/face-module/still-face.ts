import type { LoadedFace } from '@parley/client/sdk';
import { createStillFace, type StillFaceOptions } from '@parley/face/still';

const doNothing = (): void => undefined;

/** Voice and captions go on without a picture. */
export const noFace = (): LoadedFace => ({
  kind: 'none',
  face: {
    setMode: doNothing,
    setEmotion: doNothing,
    gesture: doNothing,
    look: doNothing,
    speak: doNothing,
    stopSpeaking: doNothing,
    dispose: doNothing,
  },
});

/** The drawing of the look, or the last picture of a customer's own model; none where even that fails. */
export function stillFace(options: StillFaceOptions): LoadedFace {
  try {
    return { kind: 'still', face: createStillFace(options) };
  } catch {
    return noFace();
  }
}
