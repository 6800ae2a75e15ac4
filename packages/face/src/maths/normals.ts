/** Smooth normals: each vertex gets the mean of its triangles, weighted by area. */
export function normalsOf(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let i = 0; i < triangles.length; i += 3) addTriangle(normals, positions, triangles, i);
  for (let k = 0; k < normals.length; k += 3) finish(normals, k);
  return normals;
}

/** The same for a mesh with known normals in which only the given vertices and their triangles have changed. */
export function normalsChanged(
  known: Float32Array,
  positions: Float32Array,
  triangles: Uint32Array,
  vertices: readonly number[],
): Float32Array {
  const sums = new Float32Array(positions.length);
  for (let i = 0; i < triangles.length; i += 3) addTriangle(sums, positions, triangles, i);
  const normals = known.slice();
  for (const i of vertices) {
    finish(sums, 3 * i);
    normals[3 * i] = sums[3 * i] ?? 0;
    normals[3 * i + 1] = sums[3 * i + 1] ?? 0;
    normals[3 * i + 2] = sums[3 * i + 2] ?? 0;
  }
  return normals;
}

function addTriangle(normals: Float32Array, p: Float32Array, triangles: Uint32Array, i: number): void {
  const a = (triangles[i] ?? 0) * 3;
  const b = (triangles[i + 1] ?? 0) * 3;
  const c = (triangles[i + 2] ?? 0) * 3;
  const ux = (p[b] ?? 0) - (p[a] ?? 0);
  const uy = (p[b + 1] ?? 0) - (p[a + 1] ?? 0);
  const uz = (p[b + 2] ?? 0) - (p[a + 2] ?? 0);
  const vx = (p[c] ?? 0) - (p[a] ?? 0);
  const vy = (p[c + 1] ?? 0) - (p[a + 1] ?? 0);
  const vz = (p[c + 2] ?? 0) - (p[a + 2] ?? 0);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  accumulate(normals, a, nx, ny, nz);
  accumulate(normals, b, nx, ny, nz);
  accumulate(normals, c, nx, ny, nz);
}

function accumulate(normals: Float32Array, k: number, x: number, y: number, z: number): void {
  normals[k] = (normals[k] ?? 0) + x;
  normals[k + 1] = (normals[k + 1] ?? 0) + y;
  normals[k + 2] = (normals[k + 2] ?? 0) + z;
}

function finish(normals: Float32Array, k: number): void {
  const [x, y, z] = [normals[k] ?? 0, normals[k + 1] ?? 0, normals[k + 2] ?? 0];
  const size = Math.sqrt(x * x + y * y + z * z);
  // A vertex whose triangles have no area still needs a direction: a zero normal becomes NaN on the GPU.
  if (size < 1e-12) normals[k + 2] = 1;
  else {
    normals[k] = x / size;
    normals[k + 1] = y / size;
    normals[k + 2] = z / size;
  }
}
