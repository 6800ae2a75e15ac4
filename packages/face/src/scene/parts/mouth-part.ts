import { BufferGeometry, Float32BufferAttribute, Mesh, Uint32BufferAttribute } from 'three';
import type { HeadForm } from '../../head/head-form.ts';
import { innerMesh } from '../../head/mouth/inner-mesh.ts';
import { mouthMaterial } from '../materials/mouth-material.ts';

/** Teeth and tongue: one mesh that moves with the morph targets of the jaw and the tongue. */
export function mouthPart(form: HeadForm): Mesh {
  const inner = innerMesh(form);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(inner.positions, 3));
  geometry.setAttribute('normal', new Float32BufferAttribute(inner.normals, 3));
  geometry.setAttribute('color', new Float32BufferAttribute(inner.colours, 3));
  geometry.setIndex(new Uint32BufferAttribute(inner.triangles, 1));
  geometry.morphAttributes.position = inner.morphs.map((m) => new Float32BufferAttribute(m.positions, 3));
  geometry.morphTargetsRelative = true;
  const mesh = new Mesh(geometry, mouthMaterial());
  mesh.frustumCulled = false;
  mesh.morphTargetDictionary = Object.fromEntries(inner.morphs.map((m, i) => [m.name, i]));
  mesh.morphTargetInfluences = inner.morphs.map(() => 0);
  return mesh;
}
