import { clamp } from '../maths/smooth.ts';
import { depthShrink, farZ, nearZ } from './layout.ts';

/** Below this opacity the colour of a pixel is too inexact to be used. */
const minOpacity = 96;

/** Spreads the colours of a cut-out beyond its edge, so that compression and scaling do not darken the edge. */
export function bleed(picture: ImageData): { readonly colour: ImageData; readonly matte: ImageData } {
  const { width, height, data } = picture;
  const matte = new ImageData(width, height);
  const colour = new ImageData(new Uint8ClampedArray(data), width, height);
  const known = new Uint8Array(width * height);
  for (let i = 0; i < known.length; i++) {
    const alpha = data[4 * i + 3] ?? 0;
    known[i] = alpha >= minOpacity ? 1 : 0;
    matte.data.set([alpha, alpha, alpha, 255], 4 * i);
  }
  spread(colour.data, known, width);
  for (let i = 0; i < known.length; i++) colour.data[4 * i + 3] = 255;
  return { colour, matte };
}

/** How far the colours spread, in pixels. Beyond that the picture has one colour. */
const reach = 24;

/** Fills unknown pixels from their known neighbours, ring by ring. */
function spread(data: Uint8ClampedArray, known: Uint8Array, width: number): void {
  const middle = meanOf(data, known);
  let unknown = Array.from(known.keys()).filter((i) => known[i] === 0);
  for (let round = 0; round < reach && unknown.length > 0; round++) {
    const filled: number[] = [];
    const left: number[] = [];
    for (const at of unknown) {
      const x = at % width;
      const around = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width].filter(
        (i) => known[i] === 1,
      );
      (around.length > 0 ? filled : left).push(at);
      for (let c = 0; c < 3 && around.length > 0; c++)
        data[4 * at + c] = around.reduce((sum, i) => sum + (data[4 * i + c] ?? 0), 0) / around.length;
    }
    for (const at of filled) known[at] = 1;
    unknown = left;
  }
  for (const at of unknown) data.set(middle, 4 * at);
}

/** The mean colour of the known pixels. */
export function meanOf(data: Uint8ClampedArray, known: Uint8Array): number[] {
  const sum = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < known.length; i++) {
    if (!known[i]) continue;
    count++;
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (data[4 * i + c] ?? 0);
  }
  return sum.map((value) => value / Math.max(1, count));
}

/** How much of the eyes is seen at each pixel, from pictures with black and with white eyes. */
export function matteOf(black: ImageData, white: ImageData): ImageData {
  const matte = new ImageData(black.width, black.height);
  for (let i = 0; i < matte.data.length; i += 4) {
    const share = (white.data[i + 1] ?? 0) - (black.data[i + 1] ?? 0);
    matte.data.set([share, share, share, 255], i);
  }
  return matte;
}

/**
 * Divides a picture of the eyes into the eyes and the reflections in them. In `aside` the eyes have turned by `shift` pixels,
 * and the reflections have stayed. What is bright at a place of the iris in one picture only is a reflection.
 */
export function withoutGlints(straight: ImageData, aside: ImageData, shift: number) {
  const { width, height } = straight;
  const [from, turned] = [bleed(straight).colour, bleed(aside).colour];
  const [eyes, glints] = [new ImageData(width, height), new ImageData(width, height)];
  for (let i = 0; i < width * height; i++) {
    const x = Math.min(width - 1, Math.round((i % width) + shift));
    const other = 4 * (i - (i % width) + x);
    for (let c = 0; c < 3; c++) {
      const value = from.data[4 * i + c] ?? 0;
      eyes.data[4 * i + c] = Math.min(value, turned.data[other + c] ?? 0);
      glints.data[4 * i + c] = value - (eyes.data[4 * i + c] ?? 0);
    }
    eyes.data[4 * i + 3] = 255;
    glints.data[4 * i + 3] = 255;
  }
  return { eyes, glints };
}

/** Distances from the middle of the head towards the camera, as a small, smooth picture. */
export function depthPicture({ width, height, data }: ImageData, distance: number): ImageData {
  const [near, far] = [distance - 3, distance + 3];
  const small = new ImageData(width / depthShrink, height / depthShrink);
  const known = new Uint8Array(small.width * small.height);
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++) {
      const from = 4 * (depthShrink * y * width + depthShrink * x);
      const at = y * small.width + x;
      if ((data[from + 3] ?? 0) < 255) continue;
      const share = 1 - (data[from] ?? 0) / 255;
      const z = distance - (near * far) / (far - share * (far - near));
      const grey = (255 * (clamp(z, farZ, nearZ) - farZ)) / (nearZ - farZ);
      small.data.set([grey, grey, grey, 255], 4 * at);
      known[at] = 1;
    }
  spread(small.data, known, small.width);
  for (let i = 3; i < small.data.length; i += 4) small.data[i] = 255;
  return small;
}
