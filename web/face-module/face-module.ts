import type { FaceModule, LoadedFace } from '@parley/client/sdk';
import { type RequestedLook, readRequestedLook, type StillFaceOptions } from '@parley/face/still';
import { hasWebgl, hasWebglForPictures } from './has-webgl.ts';
import { loadTracing, prepareTracing } from './load-tracing.ts';
import { noFace, stillFace } from './still-face.ts';
import type { FailedFace } from './webgl.ts';

/** The URL of this file. Models are loaded from the same service, even if a page of another origin embeds the face. */
const moduleUrl = import.meta.url;

/**
 * Puts the best possible face into the element: 3D, else a still drawing, else none. The element's `data-face` can
 * limit that: `steady` never steps down because of slowness, `still` and `none` start there. `picture` shows one frame of
 * the best face, for lists.
 */
export const mountFace: FaceModule['mountFace'] = async (element, wanted, onStepDown) => {
  const requested = withAbsoluteUrl(readRequestedLook(wanted));
  const { look } = requested;
  const limit = element.dataset.face;
  const isSteady = limit === 'steady';
  if (limit === 'none') return noFace();
  const still = (source: StillFaceOptions['source'] | null): LoadedFace =>
    source === null ? noFace() : stillFace({ container: element, look, source, moves: limit !== 'picture' });
  const drawing = async (): Promise<LoadedFace> => still(await loadTracing(look).catch(() => null));
  const stepDown = async ({ picture, lastFrame, signal }: FailedFace): Promise<void> => {
    const source = picture ?? (await loadTracing(look).catch(() => lastFrame?.canvas ?? null));
    if (signal.aborted) return;
    onStepDown(still(source));
    if (source !== lastFrame?.canvas) lastFrame?.fade();
  };
  const canRender = limit === 'picture' ? hasWebglForPictures() : limit !== 'still' && hasWebgl(isSteady);
  const webgl = canRender ? await import('./webgl.ts').catch(() => null) : null;
  if (webgl === null) return drawing();
  if (limit === 'picture') return (await webgl.pictureFace(element, requested)) ?? drawing();
  const handleEnd = (ended: FailedFace): void => void stepDown(ended);
  const rendered = await webgl.renderedFace(element, requested, { isSteady, handleEnd });
  if (rendered === null) return drawing();
  // A face that must step down later then needs no network.
  void prepareTracing(look);
  return rendered;
};

function withAbsoluteUrl({ look, model }: RequestedLook): RequestedLook {
  return model === undefined ? { look } : { look, model: new URL(model, moduleUrl).href };
}
