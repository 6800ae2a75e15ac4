import type { LoadedFace } from '@parley/client/sdk';
import { type RequestedLook, uncheckedCommands } from '@parley/face/still';
import { hasWebgl } from './has-webgl.ts';
import { takeSnapshot } from './snapshot.ts';

/** Below this, speech and lips no longer go together. */
const minFps = 12;

export type RenderedFaceOptions = {
  readonly isSteady: boolean;
  /** Told once, when the face has gone for good; with the last picture of a customer's own model, if there is one. */
  handleEnd(picture: HTMLCanvasElement | undefined): void;
};

/** The face in three dimensions, or null where there is no way to draw it. */
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
    face.onFailure(() => {
      dispose();
      handleEnd(picture?.latest);
    });
    return { kind: 'face', face: { ...uncheckedCommands(face), stats: face.stats, dispose } };
  } catch {
    return null;
  }
}
