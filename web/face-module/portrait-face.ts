import type { LoadedFace } from '@parley/client/sdk';
import { createStillFace, type StillFaceOptions } from '@parley/face/still';

const doNothing = (): void => undefined;

/** No face: voice and captions still work. */
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

/** A drawing of the look, or the last picture of a 3D face. If that fails too, no face. */
export function stillFace(options: StillFaceOptions): LoadedFace {
  try {
    return { kind: 'still', face: createStillFace(options) };
  } catch {
    return noFace();
  }
}
