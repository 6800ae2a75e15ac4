import type { FaceModule, LoadedFace } from '@parley/client/sdk';
import {
  dimmed,
  type PortraitFaceOptions,
  type RequestedLook,
  readRequestedLook,
} from '@parley/face/portrait';
import { hasWebgl } from './has-webgl.ts';
import { loadPortrait } from './load-portrait.ts';
import { noFace, portraitFace } from './portrait-face.ts';
import type { FailedFace } from './webgl.ts';

/** The URL of this file. Models are loaded from the same service, even if a page of another origin embeds the face. */
const moduleUrl = import.meta.url;

/**
 * Puts the best possible face into the element: 3D, else pictures of the same person, else none. The element's
 * `data-face` can limit that: `steady` never steps down because of slowness, `still` and `none` start there. `picture`
 * shows one picture that does not move, for lists. With `data-backdrop="dark"` the look's own background has little light.
 */
export const mountFace: FaceModule['mountFace'] = async (element, wanted, onStepDown) => {
  const asked = withAbsoluteUrls(readRequestedLook(wanted));
  const isDark = element.dataset.backdrop === 'dark';
  const requested = isDark ? { ...asked, look: dimmed(asked.look) } : asked;
  const { movement } = requested;
  const { background } = requested.look;
  const limit = element.dataset.face;
  const isSteady = limit === 'steady';
  if (limit === 'none') return noFace();
  const show = (portrait: PortraitFaceOptions['portrait'] | null): LoadedFace =>
    portrait === null ? noFace() : portraitFace({ container: element, background, portrait, movement });
  const pictures = () => loadPortrait(requested, limit !== 'picture').catch(() => null);
  const stepDown = async ({ lastFrame, signal }: FailedFace): Promise<void> => {
    // A model without pictures of its own would become another person.
    const isOther = requested.model !== undefined && requested.portrait === undefined;
    const portrait = (isOther && lastFrame?.canvas) || ((await pictures()) ?? lastFrame?.canvas ?? null);
    if (signal.aborted) return;
    onStepDown(show(portrait));
    if (portrait !== lastFrame?.canvas) lastFrame?.fade();
  };
  const canRender = limit !== 'picture' && limit !== 'still' && hasWebgl(isSteady);
  const webgl = canRender ? await import('./webgl.ts').catch(() => null) : null;
  const handleEnd = (ended: FailedFace): void => void stepDown(ended);
  const rendered = await webgl?.renderedFace(element, requested, { isSteady, handleEnd });
  return rendered ?? show(await pictures());
};

/**
 * Draws the pictures of a look or model for devices without 3D. Reports its progress from 0 to 1. Also works with WebGL in
 * software, slowly.
 */
export async function makePortrait(wanted: unknown, onProgress: (share: number) => void): Promise<Blob> {
  const { look, model } = withAbsoluteUrls(readRequestedLook(wanted));
  const { makeLookPortrait, makeModelPortrait } = await import('./webgl.ts');
  return model === undefined ? makeLookPortrait(look, onProgress) : makeModelPortrait(model, onProgress);
}

function withAbsoluteUrls({ model, ...requested }: RequestedLook): RequestedLook {
  return model === undefined ? requested : { ...requested, model: new URL(model, moduleUrl).href };
}
