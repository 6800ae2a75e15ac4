import type { HeadAtRest } from '../head/head-mesh.ts';
import { cornersOf, type MorphTarget, meshOf, vectorAt } from '../head/mesh-data.ts';
import type { FacialHairStyle } from '../look/face-look.ts';
import { bell, clamp, ramp } from '../maths/smooth.ts';
import { add, scale, unit, type Vector } from '../maths/vector.ts';
import { beardShape } from './beard-shape.ts';
import { combed, groove } from './hair-design.ts';
import type { HairMesh } from './hair-mesh.ts';

const depth: Partial<Record<FacialHairStyle, number>> = {
  moustache: 0.034,
  goatee: 0.04,
  beard: 0.034,
  'full-beard': 0.085,
};

/** Enough to be drawn over the skin. The edge of a shell that rises out of the skin would be sharp. */
const aboveSkin = 0.003;

/** A shell over the skin, thick where hair grows and fading at its edge. `morphs` are those of the skin. */
export function beardMesh(
  head: HeadAtRest,
  style: FacialHairStyle,
  morphs: readonly MorphTarget[] = [],
): HairMesh | undefined {
  const thick = depth[style];
  if (thick === undefined) return undefined;
  const corners = cornersOf(head.triangles);
  const grown = evened(sown(head, style), corners);
  const shown = corners.filter(
    (triangle) =>
      triangle.every((i) => head.topology.vertices[i]?.kind === 'surface') &&
      triangle.some((i) => (grown[i] ?? 0) > 0.02),
  );
  /** The vertices of the skin that the beard lies on. */
  const kept = [...new Set(shown.flat())];
  const renamed = new Map(kept.map((vertex, i) => [vertex, i]));
  const points = kept.map((i): Vector => {
    const at = vectorAt(head.positions, i);
    const share = grown[i] ?? 0;
    const tufts = 1 - 0.22 * tuftGroove(at) * ramp(0.5, 1, share);
    const side = 1 - 0.6 * ramp(0.45, 0.62, Math.abs(at[0]));
    const chin = 1 + 0.5 * bell(at[0], 0.2) * ramp(-0.75, -0.95, at[1]);
    const lift = aboveSkin + thick * ramp(0, 0.75, share) * tufts * chin * side;
    return add(add(at, scale(vectorAt(head.normals, i), lift)), [0, -0.25 * lift * share, 0]);
  });
  const flow = points.map(([x, y]) =>
    unit([0.7 * Math.sign(x) * Math.min(1, Math.abs(x) * 4), -0.8, -0.2 * ramp(-0.45, -0.75, y)]),
  );
  const shade = kept.map((i) => {
    const share = grown[i] ?? 0;
    return 0.72 + 0.25 * share - 0.3 * tuftGroove(vectorAt(head.positions, i)) * ramp(0.3, 0.8, share);
  });
  const strand = kept.flatMap((i, k) => {
    const at = points[k] ?? [0, 0, 0];
    const outwards = 0.02 * clamp(3 * at[0], -1, 1) * (at[1] + 0.5);
    const share = grown[i] ?? 0;
    return [9 * (downwards(at) + outwards), 4 * at[1], ramp(0.02, 0.6, share), 0.4 + 0.4 * share];
  });
  const pick = (from: Float32Array): Float32Array => new Float32Array(kept.flatMap((i) => vectorAt(from, i)));
  return {
    ...meshOf(
      points,
      shown.flat().map((i) => renamed.get(i) ?? 0),
    ),
    flow: new Float32Array(flow.flat()),
    shade: new Float32Array(shade),
    strand: new Float32Array(strand),
    rig: new Float32Array(kept.flatMap(() => [1, 0])),
    // The beard moves with the skin under it.
    morphs: morphs.map(({ name, positions, normals }) => ({
      name,
      positions: pick(positions),
      ...(normals && { normals: pick(normals) }),
    })),
  };
}

const downwards = combed([0, 1, 0.2]);

/** How much hair grows at each vertex of the skin. */
function sown({ form, grid, positions, topology }: HeadAtRest, style: FacialHairStyle): number[] {
  const shape = beardShape(style, form);
  return topology.vertices.map(({ kind, row }, i) => {
    const [x, y, z] = vectorAt(positions, i);
    const station = grid.stations[row] ?? 0;
    if (kind !== 'surface' || z < -0.05 || station > 12.6) return 0;
    return shape(x, y) * ramp(12.5, 11.8, station) * ramp(-0.02, 0.1, z) * ramp(0.12, -0.24, y);
  });
}

/** The valleys between tufts, which run down and outwards: 1 in a valley. */
const tuftGroove = ([x, y]: Vector): number => groove(x * 5.5 + y * 0.8 * Math.sign(x), 1);

const evenRounds = 5;

/** Smooths the edge, which would otherwise follow the squares of the grid. */
function evened(values: readonly number[], corners: readonly (readonly number[])[]): number[] {
  let current = [...values];
  for (let round = 0; round < evenRounds; round++) {
    const sums = current.map((value) => value * 2);
    const counts = current.map(() => 2);
    for (const triangle of corners) {
      const mean = triangle.reduce((sum, corner) => sum + (current[corner] ?? 0), 0) / 3;
      for (const corner of triangle) {
        sums[corner] = (sums[corner] ?? 0) + mean;
        counts[corner] = (counts[corner] ?? 0) + 1;
      }
    }
    current = sums.map((sum, i) => sum / (counts[i] ?? 1));
  }
  return current;
}
