import type { LoadedFace } from '@parley/client/sdk';
import { ordersTo, type WishedLook } from '@parley/face/still';
import { hasWebgl } from './has-webgl.ts';
import { keepPicture } from './keep-picture.ts';

/** Below this, speech and lips no longer go together. */
const leastFps = 12;

export type DrawnFaceOptions = {
  readonly isSteady: boolean;
  /** Told once, when the face has gone for good; with the last picture of a customer's own model, if there is one. */
  handleEnd(picture: HTMLCanvasElement | undefined): void;
};

/** The face in three dimensions, or null where there is no way to draw it. */
export async function drawnFace(
  element: HTMLElement,
  input: WishedLook,
  { isSteady, handleEnd }: DrawnFaceOptions,
): Promise<LoadedFace | null> {
  if (!hasWebgl(isSteady)) return null;
  try {
    const { createFace } = await import('@parley/face/drawn');
    const options = { container: element, look: input.look, ...(isSteady ? {} : { leastFps: leastFps }) };
    const own =
      input.model === undefined
        ? null
        : await createFace({ ...options, model: input.model }).catch(() => null);
    const face = own ?? (await createFace(options));
    const picture = own === null ? null : keepPicture(own.canvas);
    const dispose = (): void => {
      picture?.stop();
      face.dispose();
    };
    face.onFailure(() => {
      dispose();
      handleEnd(picture?.latest);
    });
    return { kind: 'face', face: { ...ordersTo(face), stats: face.stats, dispose } };
  } catch {
    return null;
  }
}
