import { add, blend, scale, type Vector } from '../maths/vector.ts';
import { addFeatures } from './features.ts';
import type { Grid } from './grid.ts';
import type { HeadForm } from './head-form.ts';
import { eyeStation, type Loft, mouthStation } from './loft.ts';
import { addLips } from './mouth/lips.ts';
import { noseOn, nostrilDepth, underNose } from './nose.ts';
import type { SkinTopology } from './skin/skin-topology.ts';

export type RestVertex = ReturnType<typeof restVertices>[number];

/** The vertices of the skin at rest, before the eyes are opened. */
export function restVertices(form: HeadForm, loft: Loft, grid: Grid, { vertices }: SkinTopology) {
  const lattice = smoothUnderNose(latticeOf(form, loft, grid), form);
  const [eyeRing, mouthRing] = [loft.ring(eyeStation), loft.ring(mouthStation)];
  const eyeRow = grid.angles.map((angle) => eyeRing(angle)[1]);
  const mouthRow = grid.angles.map((angle) => mouthRing(angle)[1]);
  return vertices.map((vertex) => {
    const { row, column } = vertex;
    const [x, y, z] = lattice[row]?.[column] ?? [0, 0, 0];
    const nostril = nostrilDepth([x, y, z], form.nose);
    const dented: Vector = [x, y + 0.02 * nostril, z - 0.006 * nostril];
    return {
      vertex,
      at: addLips(dented, mouthRow[column] ?? 0, vertex.aboveMouth, form.mouth),
      station: grid.stations[row] ?? 0,
      angle: grid.angles[column] ?? 0,
      /** The height of the eye row in this column, before the eyes are opened. */
      eyeRowY: eyeRow[column] ?? 0,
    };
  });
}

type Lattice = Vector[][];

function latticeOf(form: HeadForm, loft: Loft, grid: Grid): Lattice {
  const addNose = noseOn(form.nose);
  return grid.stations.map((station) => {
    const ring = loft.ring(station);
    return grid.angles.map((angle) => addNose(addFeatures(ring(angle), form)));
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
        const mean = scale(add(add(add(above, below), left), right), 0.25);
        return blend(at, mean, 0.75 * share);
      }),
    );
  }
  return current;
}
