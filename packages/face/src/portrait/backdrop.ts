import type { FaceLook } from '../look/face-look.ts';
import { channelsOf } from '../look/shades.ts';
import { mix, ramp } from '../maths/smooth.ts';
import { onBackground } from './mood-light.ts';

/** The background is smooth, so a small picture of it is enough. */
const pixelsHigh = 72;

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
  const [upper, lower] = [channelsOf(top), channelsOf(bottom)];
  for (let i = 0; i < picture.width * picture.height; i++) {
    const x = (2 * ((i % picture.width) + 0.5)) / picture.width - 1;
    const y = 1 - (2 * (Math.floor(i / picture.width) + 0.5)) / picture.height;
    const [besideHead, aboveHead] = [x * aspect, y - 0.12];
    const pool = Math.exp(-1.1 * (besideHead ** 2 + aboveHead ** 2));
    const disc = 1 - ramp(0.72, 0.86, Math.hypot(besideHead - 0.1, aboveHead - 0.02));
    const dark = 1 - 0.13 * ramp(0.6, 1.75, Math.hypot(x * Math.min(aspect, 1), y));
    const light = 0.2 * pool + 0.07 * disc * pool;
    const height = ramp(-1.1, 1.1, y);
    const channels = upper.map(
      (value, c) =>
        mix(mix(lower[c] ?? 0, value, height), 255, light) * dark * (1 + mood * (onBackground[c] ?? 0)),
    );
    picture.data.set([...channels, 255], 4 * i);
  }
  canvas.getContext('2d')?.putImageData(picture, 0, 0);
}
