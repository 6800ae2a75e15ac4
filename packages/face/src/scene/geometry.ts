import { BufferGeometry, Float32BufferAttribute, Uint32BufferAttribute } from 'three';
import type { MeshData } from '../head/mesh-data.ts';

/** A geometry from plain arrays. `more` adds attributes by name and size. */
export function geometryOf(
  { positions, normals, triangles }: MeshData,
  more: Readonly<Record<string, readonly [values: Float32Array, size: number]>> = {},
): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new Float32BufferAttribute(normals, 3));
  for (const [name, [values, size]] of Object.entries(more))
    geometry.setAttribute(name, new Float32BufferAttribute(values, size));
  geometry.setIndex(new Uint32BufferAttribute(triangles, 1));
  return geometry;
}
