import { blend, type Vector } from '../maths/vector.ts';
import { addFeatures } from './features.ts';
import type { Grid } from './grid.ts';
import type { HeadForm } from './head-form.ts';
import { eyeStation, type Loft, mouthStation } from './loft.ts';
import { addLips } from './mouth/lip-surface.ts';
import { addNose, nostrilDepth, underNose } from './nose.ts';
import type { SkinTopology, SkinVertex } from './skin/skin-topology.ts';

/** A vertex of the skin at rest, before the eyes are opened. */
export interface RestVertex {
  readonly vertex: SkinVertex;
  readonly at: Vector;
  readonly station: number;
  readonly angle: number;
  /** The height of the eye row in this column, before the eyes are opened. */
  readonly eyeRowY: number;
}

export function restVertices(
  form: HeadForm,
  loft: Loft,
  grid: Grid,
  { vertices }: SkinTopology,
): RestVertex[] {
  const lattice = smoothUnderNose(latticeOf(form, loft, grid), form);
  const [eyeRing, mouthRing] = [loft.ring(eyeStation), loft.ring(mouthStation)];
  const eyeRow = grid.angles.map((angle) => eyeRing(angle)[1]);
  const mouthRow = grid.angles.map((angle) => mouthRing(angle)[1]);
  return vertices.map((vertex) => {
    const { row, column } = vertex;
    const [x, y, z] = lattice[row]?.[column] ?? [0, 0, 0];
    const nostril = nostrilDepth([x, y, z], form.nose);
    const dented: Vector = [x, y + 0.022 * nostril, z - 0.004 * nostril];
    return {
      vertex,
      at: addLips(dented, mouthRow[column] ?? 0, vertex.aboveMouth, form.mouth),
      station: grid.stations[row] ?? 0,
      angle: grid.angles[column] ?? 0,
      eyeRowY: eyeRow[column] ?? 0,
    };
  });
}

type Lattice = Vector[][];

function latticeOf(form: HeadForm, loft: Loft, grid: Grid): Lattice {
  return grid.stations.map((station) => {
    const ring = loft.ring(station);
    return grid.angles.map((angle) => addNose(addFeatures(ring(angle), form), form.nose));
  });
}

/** Smooths the skin under the nose, where neighbouring points of the grid are far apart. */
function smoothUnderNose(lattice: Lattice, { nose }: HeadForm): Lattice {
  let current = lattice;
  for (let round = 0; round < 7; round++) {
    const last = current;
    current = last.map((line, row) =>
      line.map((at, column) => {
        const share = underNose(at, nose);
        if (share < 0.01) return at;
        const [above, below] = [last[row - 1]?.[column] ?? at, last[row + 1]?.[column] ?? at];
        const [left, right] = [line[column - 1] ?? at, line[column + 1] ?? at];
        const mean: Vector = [
          (above[0] + below[0] + left[0] + right[0]) / 4,
          (above[1] + below[1] + left[1] + right[1]) / 4,
          (above[2] + below[2] + left[2] + right[2]) / 4,
        ];
        return blend(at, mean, 0.75 * share);
      }),
    );
  }
  return current;
}
