import { Mesh } from 'three';
import type { HairMesh } from '../../hair/hair-mesh.ts';
import { geometryOf } from '../geometry.ts';
import { hairMaterial } from '../materials/hair-material.ts';
import type { RigUniforms } from '../rig-uniforms.ts';

export function hairPart(hair: HairMesh, colour: string, rig: RigUniforms): Mesh {
  const geometry = geometryOf(hair, { flow: [hair.flow, 3], shade: [hair.shade, 1], rig: [hair.rig, 2] });
  const mesh = new Mesh(geometry, hairMaterial(rig, colour));
  mesh.frustumCulled = false;
  return mesh;
}
