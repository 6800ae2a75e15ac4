import type { FaceFrame } from '../motion/face-frame.ts';
import { composerOf, type ReadPixels } from './compose.ts';
import { atlas, type Box, person, places } from './layout.ts';
import { movementOf } from './movement.ts';
import { warpOf } from './warp.ts';

/** A canvas with a person. It takes frames. */
export interface Portrait {
  readonly canvas: HTMLCanvasElement;
  readonly moves: boolean;
  draw(frame: FaceFrame): void;
  /** The viseme that the mouth shows. */
  viseme(): string;
}

/** A picture that never changes. */
export const stillPortrait = (canvas: HTMLCanvasElement): Portrait => ({
  canvas,
  moves: false,
  draw: () => undefined,
  viseme: () => 'sil',
});

/** Reads a file of pictures. Without `moves` it is one picture of the person. */
export async function readPortrait(file: Blob, moves: boolean): Promise<Portrait> {
  const bitmap = await createImageBitmap(file);
  if (bitmap.width !== atlas.width || bitmap.height !== atlas.height)
    throw new Error('This is not a file of portrait pictures.');
  const canvas = document.createElement('canvas');
  const [sheet, brush] = [brushOf(document.createElement('canvas')), brushOf(canvas)];
  const read: ReadPixels = ({ x, y, width, height }: Box) => {
    Object.assign(sheet.canvas, { width, height });
    sheet.drawImage(bitmap, -x, -y);
    return sheet.getImageData(0, 0, width, height);
  };
  Object.assign(canvas, { width: person.width, height: person.height });
  const picture = cutOut(read(places.person), read(places.matte));
  brush.putImageData(picture, 0, 0);
  if (!moves) {
    bitmap.close();
    return stillPortrait(canvas);
  }
  const composer = composerOf(read, picture);
  const movement = movementOf(read(places.depth));
  bitmap.close();
  const shown = new ImageData(person.width, person.height);
  const warp = warpOf(picture, shown);
  return {
    canvas,
    moves,
    viseme: () => composer.viseme,
    draw: (frame) => {
      const changed = composer.compose(frame);
      if (changed) warp.change(changed);
      const drawn = warp.draw(movement(frame));
      if (drawn) brush.putImageData(shown, 0, 0, drawn.x, drawn.y, drawn.width, drawn.height);
    },
  };
}

function brushOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  if (!brush) throw new Error('This browser has no canvas.');
  return brush;
}

/** Compression leaves noise in the matte, most of it beside other pictures. Below and above these values it counts as none. */
const [empty, full] = [32, 245];

function cutOut(colour: ImageData, matte: ImageData): ImageData {
  for (let i = 0; i < colour.data.length; i += 4)
    colour.data[i + 3] = (((matte.data[i] ?? 0) - empty) * 255) / (full - empty);
  return colour;
}
