import type { LoadedFace } from '@parley/client/sdk';
import { createStillFace, type RequestedLook } from '@parley/face/still';
import type { PictureMaker } from '@parley/face/webgl';
import { hasWebgl } from './has-webgl.ts';

let canDraw: boolean | undefined;
let maker: Promise<PictureMaker> | undefined;
let waiting = 0;

/** A picture of the 3D face that visitors will see, or null if this browser cannot draw it. */
export async function pictureFace(element: HTMLElement, { look }: RequestedLook): Promise<LoadedFace | null> {
  canDraw ??= hasWebgl(false);
  if (!canDraw) return null;
  const size = {
    width: Math.max(1, element.clientWidth),
    height: Math.max(1, element.clientHeight),
    pixelRatio: Math.min(2, globalThis.devicePixelRatio || 1),
  };
  waiting++;
  try {
    maker ??= import('@parley/face/webgl').then(({ createPictureMaker }) => createPictureMaker());
    const picture = await (await maker).picture(look, size);
    return { kind: 'still', face: createStillFace({ container: element, look, source: picture }) };
  } catch {
    return null;
  } finally {
    waiting--;
    if (waiting === 0) release();
  }
}

/** Gives the WebGL context back once no picture is wanted. */
function release(): void {
  const unused = maker;
  maker = undefined;
  void unused?.then((made) => made.dispose()).catch(() => undefined);
}
