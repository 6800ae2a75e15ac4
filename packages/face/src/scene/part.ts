import { BufferGeometry, Float32BufferAttribute, type Material, Mesh, Uint32BufferAttribute } from 'three';
import type { MeshData, MorphTarget } from '../head/mesh-data.ts';

/** A mesh from plain arrays, with further attributes by name. */
export function partOf(
  { positions, normals, triangles, morphs = [] }: MeshData & { readonly morphs?: readonly MorphTarget[] },
  attributes: Readonly<Record<string, Float32Array>>,
  material: Material,
): Mesh {
  const geometry = new BufferGeometry();
  const count = positions.length / 3;
  for (const [name, values] of Object.entries({ position: positions, normal: normals, ...attributes }))
    geometry.setAttribute(name, new Float32BufferAttribute(values, values.length / count));
  geometry.setIndex(new Uint32BufferAttribute(triangles, 1));
  if (morphs.length > 0) {
    const turns = morphs.flatMap((morph) => morph.normals ?? []);
    geometry.morphAttributes.position = morphs.map((morph) => new Float32BufferAttribute(morph.positions, 3));
    if (turns.length > 0)
      geometry.morphAttributes.normal = turns.map((values) => new Float32BufferAttribute(values, 3));
    geometry.morphTargetsRelative = true;
  }
  // The constructor lists the morph targets by number, and frames set them by name.
  const mesh = new Mesh(geometry, material);
  mesh.morphTargetDictionary = Object.fromEntries(morphs.map(({ name }, i) => [name, i]));
  // The shader moves the vertices, so the renderer cannot know whether the mesh is in view.
  mesh.frustumCulled = false;
  return mesh;
}
