import { type PresetName, presets } from '../../packages/face/src/look/presets.ts';
import { person, places } from '../../packages/face/src/portrait/layout.ts';
import { makeLookPortrait } from '../../packages/face/src/portrait/make-portrait.ts';

const pictureSize = 160;
/** The head and the shoulders, in pixels of the person. */
const head = { x: 114, y: 38, size: 700 };

const asText = async (blob: Blob): Promise<string> => {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
};

function brushFor(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const brush = new OffscreenCanvas(width, height).getContext('2d');
  if (brush === null) throw new Error('this browser cannot draw');
  return brush;
}

/** One small picture of the head. */
async function pictureOf(portrait: Blob): Promise<Blob> {
  const file = await createImageBitmap(portrait);
  const { width, height } = person;
  const [cut, matte] = [brushFor(width, height), brushFor(width, height)];
  cut.drawImage(file, 0, 0);
  matte.drawImage(file, -places.matte.x, -places.matte.y);
  const [colours, opacity] = [cut, matte].map((brush) => brush.getImageData(0, 0, width, height).data);
  if (colours === undefined || opacity === undefined) throw new Error('there is no picture');
  for (let i = 0; i < colours.length; i += 4) colours[i + 3] = opacity[i] ?? 0;
  cut.putImageData(new ImageData(new Uint8ClampedArray(colours), width, height), 0, 0);
  const small = brushFor(pictureSize, pictureSize);
  const light = small.createRadialGradient(80, 50, 10, 80, 60, 120);
  light.addColorStop(0, '#f7f1ea');
  light.addColorStop(1, '#d9c7b5');
  small.fillStyle = light;
  small.fillRect(0, 0, pictureSize, pictureSize);
  small.imageSmoothingQuality = 'high';
  small.drawImage(cut.canvas, head.x, head.y, head.size, head.size, 0, 0, pictureSize, pictureSize);
  return small.canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
}

Object.assign(window, {
  /** The picture file of a preset and one small picture of it, as texts in base64. */
  portraitOf: async (name: PresetName): Promise<string[]> => {
    const portrait = await makeLookPortrait(presets[name]);
    return Promise.all([portrait, await pictureOf(portrait)].map(asText));
  },
  isReady: true,
});
