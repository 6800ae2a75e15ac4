import type { FaceLook } from './look/face-look.ts';
import { stillFrame } from './motion/face-frame.ts';
import { personInSteps } from './scene/person.ts';
import { createStage } from './scene/stage.ts';

interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
}

/** Draws pictures of built-in people, one after the other. */
export interface PictureMaker {
  picture(look: FaceLook, size: PictureSize): Promise<HTMLCanvasElement>;
  dispose(): void;
}

/** All pictures share one WebGL context, because browsers allow a page only a few. */
export function createPictureMaker(): PictureMaker {
  const canvas = document.createElement('canvas');
  const stage = createStage(canvas);
  let last: Promise<unknown> = Promise.resolve();
  const draw = async (
    look: FaceLook,
    { width, height, pixelRatio }: PictureSize,
  ): Promise<HTMLCanvasElement> => {
    stage.show(await personInSteps(look));
    stage.paintBackground(look.background);
    stage.resize(width, height, pixelRatio);
    stage.render(stillFrame);
    // The drawing is copied in the same task, before the browser clears it.
    const copy = document.createElement('canvas');
    copy.width = canvas.width;
    copy.height = canvas.height;
    copy.getContext('2d')?.drawImage(canvas, 0, 0);
    return copy;
  };
  return {
    picture: (look, size) => {
      const drawn = last.then(() => draw(look, size));
      last = drawn.catch(() => undefined);
      return drawn;
    },
    dispose: () => stage.dispose(),
  };
}
