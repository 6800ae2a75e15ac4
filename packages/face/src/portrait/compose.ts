import { ramp } from '../maths/smooth.ts';
import type { FaceFrame } from '../motion/face-frame.ts';
import { faceWeights, moodOf } from '../motion/face-weights.ts';
import { type Box, irisShift, person, places, regions } from './layout.ts';
import { changesOfLight } from './mood-light.ts';
import { movedBrows } from './moved-brows.ts';
import { mixBrows, mixLids, mixMouth, mood, mouths } from './shapes.ts';

/** A picture moves into its surroundings over this many pixels. */
const softEdge = 18;

/** Reads a part of the file as pixels. */
export type ReadPixels = (box: Box) => ImageData;

/** The part of the picture with all regions. */
const face: Box = {
  x: regions.mouth.x,
  y: regions.brows.y,
  width: regions.mouth.width,
  height: regions.mouth.y + regions.mouth.height - regions.brows.y,
};
const whole: Box = { ...person, x: 0, y: 0 };

/** Puts mouth, brows and eyes of a frame into `picture`, which has the person at rest, and sets its light. */
export function composerOf(read: ReadPixels, picture: ImageData) {
  const rest = picture.data.slice();
  const plain = picture.data.slice();
  const mouth = blenderOf(read, plain, places.mouths, regions.mouth, read(places.mouthMatte).data);
  const brow = movedBrows(places.brows.map((box) => read(box).data));
  const putBrows = putterOf(plain, regions.brows);
  const lid = blenderOf(read, plain, places.lids, regions.eyes);
  const eyes = eyesOf(read);
  let shown = '';
  let light = Number.NaN;
  let tables = changesOfLight(mood, mood);
  let viseme: string = 'sil';
  return {
    /** The viseme of the picture that has the largest part in the mouth. */
    get viseme() {
      return viseme;
    },
    /** Returns the part that has changed, if any. */
    compose: (frame: FaceFrame): Box | undefined => {
      const weights = faceWeights(frame);
      const [spoken, raised] = [mixMouth(weights), mixBrows(weights)];
      const lids = [mixLids.right(weights), mixLids.left(weights)] as const;
      viseme = mouths[spoken.indexOf(Math.max(...spoken))]?.viseme ?? 'sil';
      const nextLight = Math.round(20 * moodOf(frame)) / 20;
      const key = [nextLight, ...spoken, ...raised, ...lids.flat(), frame.gaze.x, frame.gaze.y]
        .map(rounded)
        .join();
      if (key === shown) return undefined;
      shown = key;
      copyBox(rest, plain, face, identity);
      mouth([spoken, spoken]);
      putBrows(brow(weights, raised));
      lid(lids, eyes(lids, frame.gaze));
      const changed = nextLight === light ? face : whole;
      if (changed === whole) tables = changesOfLight(mood, nextLight);
      light = nextLight;
      copyBox(plain, picture.data, changed, tables);
      return changed;
    },
  };
}

const identity = changesOfLight(0, 0);

/** Copies the colours of a part, each through the table of its channel. */
function copyBox(
  from: Uint8ClampedArray,
  to: Uint8ClampedArray,
  { x, y, width, height }: Box,
  [red = from, green = from, blue = from]: readonly Uint8ClampedArray[],
): void {
  for (let row = y; row < y + height; row++) {
    const end = 4 * (row * person.width + x + width);
    for (let i = 4 * (row * person.width + x); i < end; i += 4) {
      to[i] = red[from[i] ?? 0] ?? 0;
      to[i + 1] = green[from[i + 1] ?? 0] ?? 0;
      to[i + 2] = blue[from[i + 2] ?? 0] ?? 0;
    }
  }
}

const rounded = (value: number): number => Math.round(200 * value);

/** Shares for the half of the picture with the person's right side, and for the other half. */
type HalvesOfShares = readonly [readonly number[], readonly number[]];

/** Mixes pictures of one region and puts the result into the picture of the person. */
function blenderOf(
  read: ReadPixels,
  data: Uint8ClampedArray,
  boxes: readonly Box[],
  region: Box,
  matte?: Uint8ClampedArray,
) {
  const pictures = boxes.map((box) => read(box).data);
  const sum = new Float32Array(region.width * region.height * 3);
  const put = putterOf(data, region, matte);
  return (halves: HalvesOfShares, extra?: Float32Array): void => {
    addUp(sum, pictures, halves, region.width);
    put(sum, extra);
  };
}

/** Puts colours into a region of the picture of the person, with a soft edge, where the matte is white. */
function putterOf(data: Uint8ClampedArray, region: Box, matte?: Uint8ClampedArray) {
  const edge = softEdgeOf(region).map((share, i) => share * ramp(100, 230, matte?.[4 * i] ?? 255));
  return (colours: Float32Array, extra?: Float32Array): void => {
    for (let i = 0; i < edge.length; i++) {
      const out =
        4 * ((region.y + Math.floor(i / region.width)) * person.width + region.x + (i % region.width));
      const share = edge[i] ?? 0;
      if (share === 0) continue;
      for (let c = 0; c < 3; c++) {
        const own = (colours[3 * i + c] ?? 0) + (extra?.[3 * i + c] ?? 0);
        const under = data[out + c] ?? 0;
        data[out + c] = under + (own - under) * share;
      }
    }
  };
}

function addUp(
  sum: Float32Array,
  pictures: readonly Uint8ClampedArray[],
  halves: HalvesOfShares,
  width: number,
): void {
  sum.fill(0);
  pictures.forEach((data, which) => {
    const [right = 0, left = 0] = halves.map((shares) => shares[which] ?? 0);
    if (right === 0 && left === 0) return;
    for (let i = 0, at = 0; at < sum.length; i += 4, at += 3) {
      const share = (at / 3) % width < width / 2 ? right : left;
      sum[at] = (sum[at] ?? 0) + share * (data[i] ?? 0);
      sum[at + 1] = (sum[at + 1] ?? 0) + share * (data[i + 1] ?? 0);
      sum[at + 2] = (sum[at + 2] ?? 0) + share * (data[i + 2] ?? 0);
    }
  });
}

/** 0 at the border of a region, 1 inside. */
function softEdgeOf({ width, height }: Box): Float32Array {
  return Float32Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const t = Math.min(1, Math.min(x, y, width - 1 - x, height - 1 - y) / softEdge);
    return t * t * (3 - 2 * t);
  });
}

/** What is seen of the eyes between the lids, when they look in a direction. */
function eyesOf(read: ReadPixels) {
  const { width, height, data } = read(places.eyes);
  const glints = read(places.glints).data;
  const mattes = places.eyeMattes.map((box) => read(box).data);
  const open = new Float32Array(width * height * 3);
  const seen = new Float32Array(width * height * 3);
  return (lids: HalvesOfShares, gaze: FaceFrame['gaze']): Float32Array => {
    addUp(open, mattes, lids, width);
    const [dx, dy] = [irisShift * Math.sin(gaze.x), -irisShift * Math.sin(gaze.y)];
    const [left, top] = [Math.floor(-dx), Math.floor(-dy)];
    const [u, v] = [-dx - left, -dy - top];
    const pixel = (x: number, y: number): number =>
      4 * (Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x)));
    for (let i = 0; i < width * height; i++) {
      const share = ((open[3 * i] ?? 0) - 6) / 243;
      if (share <= 0) {
        seen.fill(0, 3 * i, 3 * i + 3);
        continue;
      }
      const [x, y] = [(i % width) + left, Math.floor(i / width) + top];
      const [a, b, d, e] = [pixel(x, y), pixel(x + 1, y), pixel(x, y + 1), pixel(x + 1, y + 1)];
      for (let c = 0; c < 3; c++) {
        const upper = (data[a + c] ?? 0) * (1 - u) + (data[b + c] ?? 0) * u;
        const lower = (data[d + c] ?? 0) * (1 - u) + (data[e + c] ?? 0) * u;
        seen[3 * i + c] = Math.min(1, share) * (upper + (lower - upper) * v + (glints[4 * i + c] ?? 0));
      }
    }
    return seen;
  };
}
