import type { FaceLook } from '../look/face-look.ts';
import { brightness, channelsOf } from '../look/shades.ts';
import { seededRandom } from '../maths/random.ts';
import { mix, ramp } from '../maths/smooth.ts';
import { onBackground } from './mood-light.ts';

/** The background is smooth, so a small picture of it is enough. */
const pixelsHigh = 192;

/**
 * Paints the background of the 3D face, by the formula of its shader. A mood changes only its tint, and it changes many
 * times in a call, so the rest is calculated once for each shape of the canvas.
 */
export function backdropPainter(canvas: HTMLCanvasElement, background: FaceLook['background']) {
  let colours = new Float32Array(0);
  let noises = new Float32Array(0);
  let paintedAspect = Number.NaN;
  return (aspect: number, mood: number): void => {
    if (aspect !== paintedAspect) {
      paintedAspect = aspect;
      canvas.height = pixelsHigh;
      canvas.width = Math.max(1, Math.round(pixelsHigh * aspect));
      colours = coloursOf(background, canvas.width, aspect);
      // The noise that keeps the gradient from showing bands must not change from one painting to the next.
      noises = Float32Array.from({ length: canvas.width * pixelsHigh }, seededNoise());
    }
    const picture = new ImageData(canvas.width, pixelsHigh);
    tintInto(picture.data, colours, noises, mood);
    canvas.getContext('2d')?.putImageData(picture, 0, 0);
  };
}

const seededNoise = (): (() => number) => {
  const random = seededRandom(1);
  return () => random() - 0.5;
};

/** Red, green and blue of each pixel without a mood. */
function coloursOf(
  { top, bottom }: FaceLook['background'],
  width: number,
  aspect: number,
): Float32Array<ArrayBuffer> {
  const colours = new Float32Array(3 * width * pixelsHigh);
  const lower = channelsOf(bottom);
  const rise = channelsOf(top).map((value, c) => value - (lower[c] ?? 0));
  const glow = Math.min(1, 0.35 + 0.8 * brightness(top));
  for (let i = 0; i < width * pixelsHigh; i++) {
    const x = (2 * ((i % width) + 0.5)) / width - 1;
    const y = 1 - (2 * (Math.floor(i / width) + 0.5)) / pixelsHigh;
    const [besideHead, aboveHead] = [x * aspect, y - 0.12];
    const pool = Math.exp(-1.1 * (besideHead ** 2 + aboveHead ** 2));
    const disc = 1 - ramp(0.72, 0.86, Math.sqrt((besideHead - 0.1) ** 2 + (aboveHead - 0.02) ** 2));
    const dark = 1 - 0.2 * ramp(0.5, 1.75, Math.sqrt((x * Math.min(aspect, 1)) ** 2 + y ** 2));
    const light = glow * (0.2 * pool + 0.07 * disc * pool);
    const height = ramp(-1.1, 1.1, y);
    for (let c = 0; c < 3; c++)
      colours[3 * i + c] = mix((lower[c] ?? 0) + height * (rise[c] ?? 0), 255, light) * dark;
  }
  return colours;
}

function tintInto(data: Uint8ClampedArray, colours: Float32Array, noises: Float32Array, mood: number): void {
  const [red = 1, green = 1, blue = 1] = onBackground.map((part) => 1 + mood * part);
  for (let i = 0, at = 0, out = 0; i < noises.length; i++, at += 3, out += 4) {
    const noise = noises[i] ?? 0;
    data[out] = (colours[at] ?? 0) * red + noise;
    data[out + 1] = (colours[at + 1] ?? 0) * green + noise;
    data[out + 2] = (colours[at + 2] ?? 0) * blue + noise;
    data[out + 3] = 255;
  }
}
