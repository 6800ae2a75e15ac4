import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping } from 'three';
import { type Random, seededRandom } from '../../maths/random.ts';
import { mix, ramp } from '../../maths/smooth.ts';

const [width, height] = [512, 64];
/** Locks, tufts and single hairs: how many there are across and along the texture, and how much they count. */
const layers = [
  { across: 14, along: 2, share: 0.25 },
  { across: 60, along: 3, share: 0.35 },
  { across: 170, along: 4, share: 0.5 },
] as const;

/**
 * Strands that run up the texture, which repeats without a seam. Red is the height of the surface and green its slope across.
 * Blue is an even grain, for skin. From far away the mipmaps average them all to the middle, so that nothing sparkles.
 */
export function strandTexture(): DataTexture {
  const random = seededRandom(5);
  const noises = layers.map(({ across, along, share }) => ({ noise: noiseOf(random, across, along), share }));
  const grain = noiseOf(random, width / 4, height / 4);
  const data = new Uint8Array(width * height * 4);
  const line = new Float32Array(width);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      line[x] = noises.reduce((sum, { noise, share }) => sum + share * noise(x / width, y / height), 0);
    for (let x = 0; x < width; x++) {
      const slope = (line.at(x - 1) ?? 0) - (line[(x + 1) % width] ?? 0);
      const pixel = [line[x] ?? 0, slope, grain(x / width, y / height), 1].map(
        (value) => 127.5 + 127.5 * value,
      );
      data.set(pixel, 4 * (y * width + x));
    }
  }
  const texture = new DataTexture(data, width, height);
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = 2;
  texture.needsUpdate = true;
  return texture;
}

/** Smooth noise around 0 that repeats after 1. */
function noiseOf(random: Random, across: number, along: number): (u: number, v: number) => number {
  const drawn = Float32Array.from({ length: across * along }, () => 2 * random() - 1);
  const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
  const value = (i: number, j: number): number =>
    (drawn[(j % along) * across + ((i + across) % across)] ?? 0) - mean;
  return (u, v) => {
    const [x, y] = [u * across, v * along];
    const [i, j] = [Math.floor(x), Math.floor(y)];
    const [s, t] = [ramp(0, 1, x - i), ramp(0, 1, y - j)];
    return mix(mix(value(i, j), value(i + 1, j), s), mix(value(i, j + 1), value(i + 1, j + 1), s), t);
  };
}
