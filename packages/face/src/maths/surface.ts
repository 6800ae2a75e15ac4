import type { Field } from './field.ts';
import type { Steps } from './steps.ts';
import type { Vector } from './vector.ts';

export interface Box {
  readonly low: Vector;
  readonly high: Vector;
}

export interface Surface {
  readonly points: Vector[];
  readonly triangles: number[];
}

/** Blocks of this many cells are skipped as a whole where the surface is far away. */
const block = 4;

/** The surface of a shape as a mesh with an even grain (surface nets). `isHidden` drops parts that are never visible. */
export function* surfaceSteps(
  field: Field,
  { low, high }: Box,
  cell: number,
  isHidden: Field,
): Steps<Surface> {
  const counts = [0, 1, 2].map((n) => Math.ceil(((high[n] ?? 0) - (low[n] ?? 0)) / cell / block) * block + 1);
  const [nx = 1, ny = 1, nz = 1] = counts;
  const values = new Float32Array(nx * ny * nz).fill(1);
  const known = new Uint8Array(nx * ny * nz);
  const indexOf = (i: number, j: number, k: number): number => (k * ny + j) * nx + i;
  const valueAt = (i: number, j: number, k: number): number => {
    const index = indexOf(i, j, k);
    if (known[index] === 0) {
      values[index] = field(low[0] + i * cell, low[1] + j * cell, low[2] + k * cell);
      known[index] = 1;
    }
    return values[index] ?? 1;
  };
  const points: Vector[] = [];
  const triangles: number[] = [];
  const vertexOf = new Int32Array(nx * ny * nz).fill(-1);
  const hidden: boolean[] = [];
  const half = (block * cell) / 2;
  const reach = block * cell * 1.15;
  const cells: [number, number, number][] = [];
  for (let k = 0; k < nz - 1; k += block)
    for (let j = 0; j < ny - 1; j += block) {
      yield;
      for (let i = 0; i < nx - 1; i += block) {
        const [x, y, z] = [low[0] + i * cell + half, low[1] + j * cell + half, low[2] + k * cell + half];
        if (Math.abs(field(x, y, z)) > reach) continue;
        for (let c = k; c < k + block; c++)
          for (let b = j; b < j + block; b++)
            for (let a = i; a < i + block; a++) {
              const vertex = crossing(a, b, c, valueAt);
              if (!vertex) continue;
              const at: Vector = [
                low[0] + vertex[0] * cell,
                low[1] + vertex[1] * cell,
                low[2] + vertex[2] * cell,
              ];
              vertexOf[indexOf(a, b, c)] = points.length;
              points.push(at);
              hidden.push(isHidden(...at) < 0);
              cells.push([a, b, c]);
            }
      }
    }
  yield;
  const quad = (a: number, b: number, c: number, d: number, flip: boolean): void => {
    if (a < 0 || b < 0 || c < 0 || d < 0) return;
    if (hidden[a] && hidden[b] && hidden[c] && hidden[d]) return;
    if (flip) triangles.push(a, c, b, b, c, d);
    else triangles.push(a, b, c, b, d, c);
  };
  const vertex = (i: number, j: number, k: number): number => vertexOf[indexOf(i, j, k)] ?? -1;
  for (const [i, j, k] of cells) {
    if (i === 0 || j === 0 || k === 0) continue;
    const inside = valueAt(i, j, k) < 0;
    if (inside !== valueAt(i + 1, j, k) < 0)
      quad(vertex(i, j - 1, k - 1), vertex(i, j, k - 1), vertex(i, j - 1, k), vertex(i, j, k), !inside);
    if (inside !== valueAt(i, j + 1, k) < 0)
      quad(vertex(i - 1, j, k - 1), vertex(i - 1, j, k), vertex(i, j, k - 1), vertex(i, j, k), !inside);
    if (inside !== valueAt(i, j, k + 1) < 0)
      quad(vertex(i - 1, j - 1, k), vertex(i, j - 1, k), vertex(i - 1, j, k), vertex(i, j, k), !inside);
  }
  return { points, triangles };
}

/** The mean of the points where the surface crosses the edges of a cell, in cells. */
function crossing(
  i: number,
  j: number,
  k: number,
  valueAt: (i: number, j: number, k: number) => number,
): Vector | undefined {
  let [x, y, z, count] = [0, 0, 0, 0];
  const edge = (ax: number, ay: number, az: number, bx: number, by: number, bz: number): void => {
    const a = valueAt(i + ax, j + ay, k + az);
    const b = valueAt(i + bx, j + by, k + bz);
    if (a < 0 === b < 0) return;
    const t = a / (a - b);
    x += ax + (bx - ax) * t;
    y += ay + (by - ay) * t;
    z += az + (bz - az) * t;
    count++;
  };
  for (let u = 0; u < 2; u++)
    for (let v = 0; v < 2; v++) {
      edge(0, u, v, 1, u, v);
      edge(u, 0, v, u, 1, v);
      edge(u, v, 0, u, v, 1);
    }
  return count === 0 ? undefined : [i + x / count, j + y / count, k + z / count];
}
