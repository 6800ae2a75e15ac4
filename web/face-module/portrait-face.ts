import type { LoadedFace } from '@parley/client/sdk';
import { createPortraitFace, type PortraitFaceOptions } from '@parley/face/portrait';

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

/** Pictures of the person, or the last frame of a 3D face. If that fails too, no face. */
export function portraitFace(options: PortraitFaceOptions): LoadedFace {
  try {
    return { kind: 'still', face: createPortraitFace(options) };
  } catch {
    return noFace();
  }
}
