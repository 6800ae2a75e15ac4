import type { EarsMesh } from '../head/ears.ts';
import type { HeadForm } from '../head/head-form.ts';
import { type MeshData, meshOf, perVertex, type Sheet, sheetMesh } from '../head/mesh-data.ts';
import type { FaceLook } from '../look/face-look.ts';
import { turns } from '../maths/smooth.ts';
import { add, cross, scale, subtract, unit, type Vector } from '../maths/vector.ts';
import { glassesOf, type Rod } from './glasses.ts';

/** Glasses and earrings: hard, shiny objects. */
export interface Accessories {
  /** `gold` is 0 for the colour of the frame, 1 for gold. */
  readonly solid: (MeshData & { readonly gold: Float32Array }) | undefined;
  readonly lenses: MeshData | undefined;
}

export function accessoriesOf(look: FaceLook, form: HeadForm, ears: EarsMesh): Accessories {
  const earX = Math.abs(ears.lobe[0]) - 0.03;
  const { frame, lenses } = glassesOf(look.glasses.style, form, earX);
  const rings = look.earrings ? [earring(ears.lobe, 1), earring(ears.lobe, -1)] : [];
  const tubes = [
    ...frame.map((rod) => ({ ...tubeOf(rod), gold: 0 })),
    ...rings.map((rod) => ({ ...tubeOf(rod), gold: 1 })),
  ];
  return {
    solid: tubes.length > 0 ? { ...sheetMesh(tubes), gold: perVertex(tubes, ({ gold }) => gold) } : undefined,
    lenses: lenses.length > 0 ? lensesOf(lenses) : undefined,
  };
}

/** A tube along the line of a rod: rings of points, in order. */
function tubeOf({ line, closed, half: [wide, thick], up }: Rod): Sheet {
  const last = line.length - 1;
  const rings = line.map((p, i) => {
    const before = line.at(closed ? i - 1 : Math.max(0, i - 1)) ?? p;
    const after = line[closed && i === last ? 0 : Math.min(last, i + 1)] ?? p;
    const along = unit(subtract(after, before));
    const beside = unit(cross(up, along));
    const over = cross(along, beside);
    return turns(8).map((turn) =>
      add(p, add(scale(beside, Math.cos(turn) * wide), scale(over, Math.sin(turn) * thick))),
    );
  });
  return { points: closed ? [...rings, ...rings.slice(0, 1)] : rings, closed: true };
}

/** A small hoop. */
function earring(lobe: Vector, side: 1 | -1): Rod {
  const line = turns(28).map((turn) =>
    add(
      [lobe[0] * side, lobe[1], lobe[2]],
      [side * 0.02 + 0.012 * Math.sin(turn), -0.052 + 0.058 * Math.cos(turn), 0.05 * Math.sin(turn)],
    ),
  );
  return { line, closed: true, half: [0.0095, 0.0095], up: [1, 0, 0] };
}

function lensesOf(lenses: readonly (readonly Vector[])[]): MeshData {
  const points: Vector[] = [];
  const triangles: number[] = [];
  for (const outline of lenses) {
    const from = points.length;
    const centre = add(scale(outline.reduce(add, [0, 0, 0]), 1 / outline.length), [0, 0, 0.02]);
    points.push(centre, ...outline);
    outline.forEach((_, i) => {
      const [a, b] = [from + 1 + i, from + 1 + ((i + 1) % outline.length)];
      triangles.push(from, ...(centre[0] > 0 ? [a, b] : [b, a]));
    });
  }
  return meshOf(points, triangles);
}
