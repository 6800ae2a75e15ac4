import type { LoadedFace } from '@parley/client/sdk';
import { type RequestedLook, uncheckedCommands } from '@parley/face/still';
import { fadeFrom } from './cross-fade.ts';
import { hasWebgl } from './has-webgl.ts';
import { takeSnapshot } from './snapshot.ts';

/** Below this frame rate the lips no longer match the speech. */
const minFps = 12;

export type RenderedFaceOptions = {
  readonly isSteady: boolean;
  /** Called once when the face has failed, with the last picture of a customer's own model, if there is one. */
  handleEnd(picture: HTMLCanvasElement | undefined): void;
};

/** The 3D face, or null if it cannot be drawn. */
export async function renderedFace(
  element: HTMLElement,
  requested: RequestedLook,
  { isSteady, handleEnd }: RenderedFaceOptions,
): Promise<LoadedFace | null> {
  if (!hasWebgl(isSteady)) return null;
  try {
    const { createFace } = await import('@parley/face/webgl');
    const options = { container: element, look: requested.look, ...(isSteady ? {} : { minFps }) };
    const customModelFace =
      requested.model === undefined
        ? null
        : await createFace({ ...options, model: requested.model }).catch(() => null);
    const face = customModelFace ?? (await createFace(options));
    const picture = customModelFace === null ? null : takeSnapshot(customModelFace.canvas);
    const dispose = (): void => {
      picture?.stop();
      face.dispose();
    };
    face.onFailure((error) => {
      // A lost context has no last frame.
      if (error.code === 'too-slow') fadeFrom(face.canvas, element);
      dispose();
      handleEnd(picture?.latest);
    });
    return {
      kind: 'face',
      face: {
        ...uncheckedCommands(face),
        setBackground: face.setBackground,
        stats: face.stats,
        dispose,
      },
    };
  } catch {
    return null;
  }
}
