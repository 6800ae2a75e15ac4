import type { EarsMesh } from '../head/ears.ts';
import type { HeadForm } from '../head/head-form.ts';
import { type MeshData, sheetTriangles } from '../head/mesh-data.ts';
import type { FaceLook } from '../look/face-look.ts';
import { normalsOf } from '../maths/normals.ts';
import { tubeAlong } from '../maths/tube.ts';
import { add, type Vector } from '../maths/vector.ts';
import { glassesOf, type Rod } from './glasses.ts';

/** Glasses and earrings: hard, shiny objects. */
export interface AccessoriesMesh extends MeshData {
  /** 0 for the colour of the frame, 1 for gold. */
  readonly gold: Float32Array;
}

export interface Accessories {
  readonly solid: AccessoriesMesh | undefined;
  readonly lenses: MeshData | undefined;
}

export function accessoriesOf(look: FaceLook, form: HeadForm, ears: EarsMesh): Accessories {
  const earX = Math.abs(ears.lobe[0]) - 0.03;
  const { frame, lenses } = glassesOf(look.glasses.style, form, earX);
  const rings = look.earrings ? [earring(ears.lobe, 1), earring(ears.lobe, -1)] : [];
  const tubes = [...frame.map((rod) => tubeOf(rod, 0)), ...rings.map((rod) => tubeOf(rod, 1))];
  return { solid: tubes.length > 0 ? solidOf(tubes) : undefined, lenses: lensesOf(lenses) };
}

interface Tube {
  readonly rings: readonly (readonly Vector[])[];
  readonly closed: boolean;
  readonly gold: number;
}

const tubeOf = ({ line, closed, half, up }: Rod, gold: number): Tube => ({
  rings: tubeAlong(line, () => half, { sides: 8, closed, up }),
  closed,
  gold,
});

function solidOf(tubes: readonly Tube[]): AccessoriesMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const gold: number[] = [];
  for (const tube of tubes) {
    const from = positions.length / 3;
    const first = tube.rings[0];
    const rows = tube.closed && first ? [...tube.rings, first] : tube.rings;
    positions.push(...rows.flat(2));
    triangles.push(...sheetTriangles(rows.length, first?.length ?? 0, true, from));
    for (let i = from; i < positions.length / 3; i++) gold.push(tube.gold);
  }
  const mesh = new Float32Array(positions);
  const index = new Uint32Array(triangles);
  return { positions: mesh, normals: normalsOf(mesh, index), triangles: index, gold: new Float32Array(gold) };
}

/** A small hoop. */
function earring(lobe: Vector, side: 1 | -1): Rod {
  const line = Array.from({ length: 28 }, (_, i): Vector => {
    const turn = (i / 28) * 2 * Math.PI;
    return add(
      [lobe[0] * side, lobe[1], lobe[2]],
      [side * 0.02 + 0.012 * Math.sin(turn), -0.052 + 0.058 * Math.cos(turn), 0.05 * Math.sin(turn)],
    );
  });
  return { line, closed: true, half: [0.0095, 0.0095], up: [1, 0, 0] };
}

function lensesOf(lenses: readonly (readonly Vector[])[]): MeshData | undefined {
  if (lenses.length === 0) return undefined;
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const outline of lenses) {
    const from = positions.length / 3;
    const sum = outline.reduce((a, b) => add(a, b), [0, 0, 0] as Vector);
    const centre: Vector = [sum[0] / outline.length, sum[1] / outline.length, sum[2] / outline.length + 0.02];
    positions.push(...centre, ...outline.flat());
    outline.forEach((_, i) => {
      const [a, b] = [from + 1 + i, from + 1 + ((i + 1) % outline.length)];
      if (centre[0] > 0) triangles.push(from, a, b);
      else triangles.push(from, b, a);
    });
  }
  const mesh = new Float32Array(positions);
  const index = new Uint32Array(triangles);
  return { positions: mesh, normals: normalsOf(mesh, index), triangles: index };
}
