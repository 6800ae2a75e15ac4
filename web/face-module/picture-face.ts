import type { LoadedFace } from '@parley/client/sdk';
import { createStillFace, type RequestedLook } from '@parley/face/still';
import { createPictureMaker, type PictureMaker } from '@parley/face/webgl';

let maker: PictureMaker | undefined;
let waiting = 0;

/** A picture of the 3D face that visitors will see, or null if this browser cannot draw it. */
export async function pictureFace(element: HTMLElement, { look }: RequestedLook): Promise<LoadedFace | null> {
  const size = {
    width: Math.max(1, element.clientWidth),
    height: Math.max(1, element.clientHeight),
    pixelRatio: Math.min(2, globalThis.devicePixelRatio || 1),
  };
  waiting++;
  try {
    maker ??= createPictureMaker();
    const picture = await maker.picture(look, size);
    return { kind: 'still', face: createStillFace({ container: element, look, source: picture }) };
  } catch {
    return null;
  } finally {
    waiting--;
    if (waiting === 0) release();
  }
}

/** Releases the WebGL context when no more pictures are needed. */
function release(): void {
  maker?.dispose();
  maker = undefined;
}
