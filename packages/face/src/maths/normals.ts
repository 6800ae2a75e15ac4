/** Smooth normals: each vertex gets the mean of its triangles, weighted by area. */
export function normalsOf(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let i = 0; i < triangles.length; i += 3) addTriangle(normals, positions, triangles, i);
  for (let k = 0; k < normals.length; k += 3) {
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
  return normals;
}

function addTriangle(normals: Float32Array, p: Float32Array, triangles: Uint32Array, from: number): void {
  const a = (triangles[from] ?? 0) * 3;
  const b = (triangles[from + 1] ?? 0) * 3;
  const c = (triangles[from + 2] ?? 0) * 3;
  const ux = (p[b] ?? 0) - (p[a] ?? 0);
  const uy = (p[b + 1] ?? 0) - (p[a + 1] ?? 0);
  const uz = (p[b + 2] ?? 0) - (p[a + 2] ?? 0);
  const vx = (p[c] ?? 0) - (p[a] ?? 0);
  const vy = (p[c + 1] ?? 0) - (p[a + 1] ?? 0);
  const vz = (p[c + 2] ?? 0) - (p[a + 2] ?? 0);
  // Each movement of a face takes twenty thousand triangles, so no arrays are created here.
  for (let i = 0; i < 3; i++) {
    const k = (triangles[from + i] ?? 0) * 3;
    normals[k] = (normals[k] ?? 0) + (uy * vz - uz * vy);
    normals[k + 1] = (normals[k + 1] ?? 0) + (uz * vx - ux * vz);
    normals[k + 2] = (normals[k + 2] ?? 0) + (ux * vy - uy * vx);
  }
}
