import { Float32BufferAttribute, type Mesh } from 'three';
import type { BeardMesh } from '../../hair/beard-mesh.ts';
import type { RigUniforms } from '../rig-uniforms.ts';
import { hairPart } from './hair-part.ts';

export function beardPart(beard: BeardMesh, colour: string, rig: RigUniforms): Mesh {
  const mesh = hairPart(beard, colour, rig);
  const { geometry } = mesh;
  geometry.morphAttributes.position = beard.morphs.map((m) => new Float32BufferAttribute(m.positions, 3));
  geometry.morphAttributes.normal = beard.morphs.map((m) => new Float32BufferAttribute(m.normals, 3));
  geometry.morphTargetsRelative = true;
  mesh.morphTargetDictionary = Object.fromEntries(beard.morphs.map((m, i) => [m.name, i]));
  mesh.morphTargetInfluences = beard.morphs.map(() => 0);
  return mesh;
}
