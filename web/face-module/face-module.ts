import type { FaceModule, LoadedFace } from '@parley/client/sdk';
import { type RequestedLook, readRequestedLook } from '@parley/face/still';
import { renderedFace } from './rendered-face.ts';
import { noFace, stillFace } from './still-face.ts';

/** The service that this file came from; models are asked for there, also where a foreign page embeds the face. */
const moduleUrl = import.meta.url;

/**
 * Puts a face into the element and keeps the best one that can be shown: drawn in three dimensions, else a still
 * drawing, else none. `data-face` of the element may limit that: `steady` never steps down for
 * slowness, `still` and
 * `none` begin there.
 */
export const mountFace: FaceModule['mountFace'] = async (element, look, onStepDown) => {
  const requested = withAbsoluteUrl(readRequestedLook(look));
  const limit = element.dataset.face;
  if (limit === 'none') return noFace();
  const still = (picture?: HTMLCanvasElement): LoadedFace =>
    stillFace({ container: element, look: requested.look, ...(picture ? { picture } : {}) });
  if (limit === 'still') return still();
  const drawn = await renderedFace(element, requested, {
    isSteady: limit === 'steady',
    handleEnd: (picture) => onStepDown(still(picture)),
  });
  return drawn ?? still();
};

function withAbsoluteUrl({ look, model }: RequestedLook): RequestedLook {
  return model === undefined ? { look } : { look, model: new URL(model, moduleUrl).href };
}
