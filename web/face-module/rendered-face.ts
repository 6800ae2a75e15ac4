import type { LoadedFace } from '@parley/client/sdk';
import { type RequestedLook, uncheckedCommands } from '@parley/face/portrait';
import { createFace } from '@parley/face/webgl';
import { holdLastFrame, type LastFrame } from './cross-fade.ts';

/** Below this frame rate the lips no longer match the speech. */
const minFps = 12;

/** What the next face needs from a face that has failed. */
export type FailedFace = {
  /** It covers the face's area until it fades. There is none after a lost context. */
  readonly lastFrame: LastFrame | undefined;
  /** Aborted when the face is disposed of. Then no other face must appear. */
  readonly signal: AbortSignal;
};

export type RenderedFaceOptions = {
  readonly isSteady: boolean;
  /** Called once when the face has failed. */
  handleEnd(ended: FailedFace): void;
};

/** The 3D face, or null if it cannot be drawn. */
export async function renderedFace(
  element: HTMLElement,
  requested: RequestedLook,
  { isSteady, handleEnd }: RenderedFaceOptions,
): Promise<LoadedFace | null> {
  try {
    const { look, movement } = requested;
    const options = { container: element, look, movement, ...(isSteady ? {} : { minFps }) };
    const customModelFace =
      requested.model === undefined
        ? null
        : await createFace({ ...options, model: requested.model }).catch(() => null);
    const face = customModelFace ?? (await createFace(options));
    const disposal = new AbortController();
    const { signal } = disposal;
    face.onFailure(({ code }) => {
      const lastFrame = code === 'too-slow' ? holdLastFrame(face.canvas, element, signal) : undefined;
      face.dispose();
      handleEnd({ lastFrame, signal });
    });
    return {
      kind: 'face',
      face: {
        ...uncheckedCommands(face),
        setBackground: face.setBackground,
        stats: face.stats,
        dispose: () => {
          disposal.abort();
          face.dispose();
        },
      },
    };
  } catch {
    return null;
  }
}
