import type { FaceModule, LoadedFace } from '@parley/client/sdk';
import { type RequestedLook, readRequestedLook } from '@parley/face/still';
import { pictureFace } from './picture-face.ts';
import { renderedFace } from './rendered-face.ts';
import { noFace, stillFace } from './still-face.ts';

/** The URL of this file. Models are loaded from the same service, even if a page of another origin embeds the face. */
const moduleUrl = import.meta.url;

/**
 * Puts the best possible face into the element: 3D, else a still drawing, else none. The element's `data-face` can
 * limit that: `steady` never steps down because of slowness, `still` and `none` start there. `picture` shows one frame of
 * the best face, for lists.
 */
export const mountFace: FaceModule['mountFace'] = async (element, look, onStepDown) => {
  const requested = withAbsoluteUrl(readRequestedLook(look));
  const limit = element.dataset.face;
  if (limit === 'none') return noFace();
  const still = (picture?: HTMLCanvasElement): LoadedFace =>
    stillFace({
      container: element,
      look: requested.look,
      moves: limit !== 'picture',
      ...(picture ? { picture } : {}),
    });
  if (limit === 'still') return still();
  if (limit === 'picture') return (await pictureFace(element, requested)) ?? still();
  const drawn = await renderedFace(element, requested, {
    isSteady: limit === 'steady',
    handleEnd: (picture) => onStepDown(still(picture)),
  });
  return drawn ?? still();
};

function withAbsoluteUrl({ look, model }: RequestedLook): RequestedLook {
  return model === undefined ? { look } : { look, model: new URL(model, moduleUrl).href };
}
