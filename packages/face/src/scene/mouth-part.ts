import { Group, Mesh, type ShaderMaterial } from 'three';
import type { HeadForm } from '../head/head-form.ts';
import { jawAngle, jawHinge } from '../head/mouth-poses.ts';
import { type ColouredMesh, teethMesh, tongueMesh } from '../head/teeth.ts';
import { geometryOf } from './geometry.ts';
import { mouthMaterial } from './mouth-material.ts';

export interface MouthPart {
  readonly group: Group;
  /**
   * `jaw`: 0 shut to 1 wide open; `lips`: how far they are parted; `tongue`: 0 at rest to 1 at the teeth; `round`: how far
   * the lips are rounded, which leaves less room between the cheeks.
   */
  move(jaw: number, lips: number, tongue: number, round: number): void;
}

export function mouthPart(form: HeadForm): MouthPart {
  const material: ShaderMaterial = mouthMaterial();
  const make = (mesh: ColouredMesh) => new Mesh(geometryOf(mesh, { color: [mesh.colours, 3] }), material);
  const group = new Group();
  const hinge = new Group();
  hinge.position.set(0, jawHinge[0], jawHinge[1]);
  const tongue = make(tongueMesh(form));
  const lower = new Group();
  lower.position.copy(hinge.position).negate();
  lower.add(make(teethMesh(form, -1)), tongue);
  hinge.add(lower);
  group.add(make(teethMesh(form, 1)), hinge);
  const { open } = material.uniforms;
  return {
    group,
    move: (jaw, lips, reach, round) => {
      group.scale.x = 1 - 0.36 * Math.min(1, round);
      group.position.z = -0.03 * Math.min(1, round);
      hinge.rotation.x = jawAngle * jaw;
      tongue.position.set(0, 0.035 * reach + 0.02 * jaw * reach, 0.085 * reach);
      tongue.rotation.x = -0.12 * reach;
      if (open) open.value = Math.min(1, lips);
    },
  };
}
