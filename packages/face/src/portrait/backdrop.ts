import type { FaceLook } from '../look/face-look.ts';
import { brightness, channelsOf } from '../look/shades.ts';
import { seededRandom } from '../maths/random.ts';
import { mix, ramp } from '../maths/smooth.ts';
import { onBackground } from './mood-light.ts';

/** The background is smooth, so a small picture of it is enough. */
const pixelsHigh = 192;

/** Paints the background of the 3D face, by the formula of its shader. */
export function paintBackdrop(
  canvas: HTMLCanvasElement,
  { top, bottom }: FaceLook['background'],
  aspect: number,
  mood: number,
): void {
  canvas.height = pixelsHigh;
  canvas.width = Math.max(1, Math.round(pixelsHigh * aspect));
  const picture = new ImageData(canvas.width, canvas.height);
  const lower = channelsOf(bottom);
  const rise = channelsOf(top).map((value, c) => value - (lower[c] ?? 0));
  const glow = Math.min(1, 0.35 + 0.8 * brightness(top));
  const tint = onBackground.map((part) => 1 + mood * part);
  // The noise that keeps the gradient from showing bands must not change from one painting to the next.
  const random = seededRandom(1);
  for (let i = 0; i < picture.width * picture.height; i++) {
    const x = (2 * ((i % picture.width) + 0.5)) / picture.width - 1;
    const y = 1 - (2 * (Math.floor(i / picture.width) + 0.5)) / picture.height;
    const [besideHead, aboveHead] = [x * aspect, y - 0.12];
    const pool = Math.exp(-1.1 * (besideHead ** 2 + aboveHead ** 2));
    const disc = 1 - ramp(0.72, 0.86, Math.sqrt((besideHead - 0.1) ** 2 + (aboveHead - 0.02) ** 2));
    const dark = 1 - 0.2 * ramp(0.5, 1.75, Math.sqrt((x * Math.min(aspect, 1)) ** 2 + y ** 2));
    const light = glow * (0.2 * pool + 0.07 * disc * pool);
    const height = ramp(-1.1, 1.1, y);
    const noise = random() - 0.5;
    for (let c = 0; c < 3; c++) {
      const colour = mix((lower[c] ?? 0) + height * (rise[c] ?? 0), 255, light);
      picture.data[4 * i + c] = colour * dark * (tint[c] ?? 1) + noise;
    }
    picture.data[4 * i + 3] = 255;
  }
  canvas.getContext('2d')?.putImageData(picture, 0, 0);
}
