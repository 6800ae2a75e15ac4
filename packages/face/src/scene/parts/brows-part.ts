import { Float32BufferAttribute, type Mesh } from 'three';
import type { BrowMesh } from '../../head/brows/brow-mesh.ts';
import type { RigUniforms } from '../rig-uniforms.ts';
import { hairPart } from './hair-part.ts';

export function browsPart(brows: BrowMesh, colour: string, rig: RigUniforms): Mesh {
  const count = brows.positions.length / 3;
  const flow = Float32Array.from({ length: count * 3 }, (_, i) => (i % 3 === 0 ? 1 : 0));
  const mesh = hairPart(
    {
      ...brows,
      flow,
      shade: new Float32Array(count).fill(0.85),
      rig: Float32Array.from({ length: count * 2 }, (_, i) => (i % 2 === 0 ? 1 : 0)),
    },
    colour,
    rig,
  );
  mesh.geometry.morphAttributes.position = brows.morphs.map(
    (m) => new Float32BufferAttribute(m.positions, 3),
  );
  mesh.geometry.morphTargetsRelative = true;
  mesh.morphTargetDictionary = Object.fromEntries(brows.morphs.map((m, i) => [m.name, i]));
  mesh.morphTargetInfluences = brows.morphs.map(() => 0);
  return mesh;
}
