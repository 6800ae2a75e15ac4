import type { MeshData } from '../head/mesh-data.ts';
import { clamp } from './smooth.ts';

/**
 * How deep each vertex is in a hollow, −1 (on a ridge) to 1, in units of `scale`. The mesh is compared with a smoothed
 * copy. Little light arrives where the copy is above the surface.
 */
export function hollowness(
  { positions, normals, triangles }: MeshData,
  rounds: number,
  scale: number,
): Float32Array {
  const count = positions.length / 3;
  let smooth = positions;
  const weights = new Float32Array(count);
  for (let i = 0; i < triangles.length; i++)
    weights[triangles[i] ?? 0] = (weights[triangles[i] ?? 0] ?? 0) + 2;
  for (let round = 0; round < rounds; round++) smooth = smoothed(smooth, weights, triangles);
  const cavities = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    let lift = 0;
    for (let k = 3 * i; k < 3 * i + 3; k++)
      lift += ((smooth[k] ?? 0) - (positions[k] ?? 0)) * (normals[k] ?? 0);
    cavities[i] = clamp(lift / scale, -1, 1);
  }
  return cavities;
}

function smoothed(from: Float32Array, weights: Float32Array, triangles: Uint32Array): Float32Array {
  const sums = new Float32Array(from.length);
  for (let i = 0; i < triangles.length; i += 3) {
    const a = (triangles[i] ?? 0) * 3;
    const b = (triangles[i + 1] ?? 0) * 3;
    const c = (triangles[i + 2] ?? 0) * 3;
    for (let k = 0; k < 3; k++) {
      const [x, y, z] = [from[a + k] ?? 0, from[b + k] ?? 0, from[c + k] ?? 0];
      sums[a + k] = (sums[a + k] ?? 0) + y + z;
      sums[b + k] = (sums[b + k] ?? 0) + x + z;
      sums[c + k] = (sums[c + k] ?? 0) + x + y;
    }
  }
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i] ?? 0;
    for (let k = 3 * i; k < 3 * i + 3; k++) sums[k] = weight > 0 ? (sums[k] ?? 0) / weight : (from[k] ?? 0);
  }
  return sums;
}
