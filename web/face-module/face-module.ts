import type { LoadedFace } from '@parley/client/sdk';

const quiet = () => {};

/** The step below a face: an empty stage; voice and captions go on. */
export async function mountFace(): Promise<LoadedFace> {
  return {
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
  };
}
