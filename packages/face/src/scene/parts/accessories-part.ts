import { Group, Mesh } from 'three';
import type { Accessories } from '../../accessories/accessories-mesh.ts';
import { geometryOf } from '../geometry.ts';
import { lensMaterial, solidMaterial } from '../materials/accessory-materials.ts';

export function accessoriesPart({ solid, lenses }: Accessories, colour: string): Group {
  const group = new Group();
  if (solid) group.add(new Mesh(geometryOf(solid, { gold: [solid.gold, 1] }), solidMaterial(colour)));
  if (lenses) {
    const count = lenses.positions.length / 3;
    const mesh = new Mesh(geometryOf(lenses, { gold: [new Float32Array(count), 1] }), lensMaterial());
    mesh.renderOrder = 2;
    group.add(mesh);
  }
  return group;
}
