import { Mesh } from 'three';
import { clothesMesh } from '../../clothes/clothes-mesh.ts';
import type { Loft } from '../../head/loft.ts';
import type { FaceLook } from '../../look/face-look.ts';
import { geometryOf } from '../geometry.ts';
import { clothMaterial } from '../materials/cloth-material.ts';
import type { RigUniforms } from '../rig-uniforms.ts';

export function clothesPart(loft: Loft, clothes: FaceLook['clothes'], rig: RigUniforms): Mesh {
  const cloth = clothesMesh(loft, clothes.kind);
  const geometry = geometryOf(cloth, {
    dye: [cloth.dye, 1],
    shade: [cloth.shade, 1],
    rig: [cloth.rig, 2],
  });
  const mesh = new Mesh(geometry, clothMaterial(rig, clothes));
  mesh.frustumCulled = false;
  return mesh;
}
