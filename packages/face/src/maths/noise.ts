import type { Vector } from './vector.ts';

function hash(x: number, y: number, z: number): number {
  const n = Math.sin(x * 127.1 + y * 311.7 + z * 74.7) * 43758.5453;
  return n - Math.floor(n);
}

const ease = (t: number): number => t * t * (3 - 2 * t);

/** Smooth noise in space, 0 to 1; one bump per unit. */
export function noiseAt([x, y, z]: Vector): number {
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [u, v, w] = [ease(x - i), ease(y - j), ease(z - k)];
  const line = (dy: number, dz: number): number =>
    hash(i, j + dy, k + dz) * (1 - u) + hash(i + 1, j + dy, k + dz) * u;
  const low = line(0, 0) * (1 - v) + line(1, 0) * v;
  const high = line(0, 1) * (1 - v) + line(1, 1) * v;
  return low * (1 - w) + high * w;
}
