import { Color, Mesh, type ShaderMaterial } from 'three';
import type { EarsMesh } from '../../head/ears.ts';
import type { FaceLook } from '../../look/face-look.ts';
import { flush } from '../../look/shades.ts';
import { geometryOf } from '../geometry.ts';

/** The ears use the material of the skin. */
export function earsPart(ears: EarsMesh, look: FaceLook, material: ShaderMaterial): Mesh {
  const count = ears.positions.length / 3;
  const shade = new Float32Array(count * 2);
  const tint = new Float32Array(count * 4);
  const rig = new Float32Array(count * 2);
  const warm = new Color(flush(look.skin.colour));
  for (let i = 0; i < count; i++) {
    shade[2 * i] = ears.shade[i] ?? 1;
    tint.set([warm.r, warm.g, warm.b, 0.18 + 0.25 * (1 - (ears.shade[i] ?? 1))], 4 * i);
    rig[2 * i] = 1;
  }
  // The whole ear takes its base colour from one plain spot at the edge of the painting.
  const uv = new Float32Array(count * 2).fill(0.02);
  const geometry = geometryOf(ears, { uv: [uv, 2], shade: [shade, 2], tint: [tint, 4], rig: [rig, 2] });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  return mesh;
}
