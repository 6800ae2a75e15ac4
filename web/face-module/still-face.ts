import type { LoadedFace } from '@parley/client/sdk';

const quiet = (): void => undefined;

/** Voice and captions go on without a picture. */
export const noFace = (): LoadedFace => ({
  kind: 'none',
  face: {
    setMode: quiet,
    setEmotion: quiet,
    gesture: quiet,
    look: quiet,
    speak: quiet,
    stopSpeaking: quiet,
    dispose: quiet,
  },
});
export const stillFace = (..._: unknown[]) => noFace();
