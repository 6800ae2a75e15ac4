import type { HeadAtRest, MorphTarget } from '../head/head-mesh.ts';
import type { FacialHairStyle } from '../look/face-look.ts';
import { normalsOf } from '../maths/normals.ts';
import { bell, ramp } from '../maths/smooth.ts';
import { unit, type Vector } from '../maths/vector.ts';
import { beardShape } from './beard-shape.ts';
import { groove } from './hair-design.ts';
import type { HairMesh } from './hair-mesh.ts';

export interface BeardMesh extends HairMesh {
  /** The beard moves with the skin under it. */
  readonly morphs: readonly MorphTarget[];
}

const depth: Partial<Record<FacialHairStyle, number>> = {
  moustache: 0.034,
  goatee: 0.04,
  beard: 0.034,
  'full-beard': 0.085,
};

/** A shell over the skin, thick where hair grows and hidden under the skin elsewhere. `morphs` are those of the skin. */
export function beardMesh(
  head: HeadAtRest,
  style: FacialHairStyle,
  morphs: readonly MorphTarget[] = [],
): BeardMesh | undefined {
  const thick = depth[style];
  if (thick === undefined) return undefined;
  const shape = beardShape(style, head.form);
  const { vertices } = head.topology;
  const sown = vertices.map(({ kind, row }, i) => {
    const [x, y, z] = placeOf(head.positions, i);
    if (kind !== 'surface' || z < -0.05 || (head.grid.stations[row] ?? 0) > 12.6) return 0;
    return (
      shape(x, y) * ramp(12.5, 11.8, head.grid.stations[row] ?? 0) * ramp(-0.02, 0.1, z) * ramp(0.1, -0.14, y)
    );
  });
  const grown = evened(sown, head.triangles);
  const kept: number[] = [];
  const triangles: number[] = [];
  const renamed = new Map<number, number>();
  const rename = (i: number): number => {
    const known = renamed.get(i);
    if (known !== undefined) return known;
    kept.push(i);
    renamed.set(i, kept.length - 1);
    return kept.length - 1;
  };
  for (let i = 0; i < head.triangles.length; i += 3) {
    const corners = [0, 1, 2].map((k) => head.triangles[i + k] ?? 0);
    const isSurface = corners.every((c) => vertices[c]?.kind === 'surface');
    if (isSurface && corners.some((c) => (grown[c] ?? 0) > 0.02)) triangles.push(...corners.map(rename));
  }
  const beard = finishBeard(head, kept, triangles, grown, thick);
  const pick = (from: Float32Array): Float32Array =>
    new Float32Array(kept.flatMap((i) => [...placeOf(from, i)]));
  const moves = morphs.map(({ name, positions, normals }) => ({
    name,
    positions: pick(positions),
    normals: pick(normals),
  }));
  return { ...beard, morphs: moves };
}

function finishBeard(
  head: HeadAtRest,
  kept: readonly number[],
  triangles: readonly number[],
  grown: readonly number[],
  thick: number,
): HairMesh {
  const places = kept.map((i): Vector => {
    const [at, out] = [placeOf(head.positions, i), placeOf(head.normals, i)];
    const share = grown[i] ?? 0;
    const tufts = 1 - 0.22 * tuftGroove(at) * ramp(0.5, 1, share);
    const side = 1 - 0.6 * ramp(0.45, 0.62, Math.abs(at[0]));
    const chin = 1 + 0.5 * bell(at[0], 0.2) * ramp(-0.75, -0.95, at[1]);
    const lift =
      share > 0.02 ? -0.008 + (thick + 0.008) * ramp(0, 0.75, share) * tufts * chin * side : -0.012;
    return [at[0] + out[0] * lift, at[1] + out[1] * lift - 0.25 * lift * share, at[2] + out[2] * lift];
  });
  const positions = new Float32Array(places.flat());
  const index = new Uint32Array(triangles);
  const flow = places.map(([x, y]) =>
    unit([0.7 * Math.sign(x) * Math.min(1, Math.abs(x) * 4), -0.8, -0.2 * ramp(-0.45, -0.75, y)]),
  );
  return {
    positions,
    normals: normalsOf(positions, index),
    triangles: index,
    flow: new Float32Array(flow.flat()),
    shade: new Float32Array(
      kept.map((i) => {
        const share = grown[i] ?? 0;
        const between = 0.3 * tuftGroove(placeOf(head.positions, i)) * ramp(0.3, 0.8, share);
        return 0.72 + 0.25 * share - between;
      }),
    ),
    rig: new Float32Array(kept.flatMap(() => [1, 0])),
  };
}

/** The valleys between tufts, which run down and outwards: 1 in a valley. */
const tuftGroove = ([x, y]: Vector): number => groove(x * 5.5 + y * 0.8 * Math.sign(x), 1);

const evenRounds = 5;

/** Smooths the edge, which would otherwise follow the squares of the grid. */
function evened(values: readonly number[], triangles: Uint32Array): number[] {
  let current = [...values];
  for (let round = 0; round < evenRounds; round++) {
    const sums = current.map((value) => value * 2);
    const counts = current.map(() => 2);
    for (let i = 0; i < triangles.length; i += 3) {
      const corners = [triangles[i] ?? 0, triangles[i + 1] ?? 0, triangles[i + 2] ?? 0];
      const mean = corners.reduce((sum, corner) => sum + (current[corner] ?? 0), 0) / 3;
      for (const corner of corners) {
        sums[corner] = (sums[corner] ?? 0) + mean;
        counts[corner] = (counts[corner] ?? 0) + 1;
      }
    }
    current = sums.map((sum, i) => sum / (counts[i] ?? 1));
  }
  return current;
}

const placeOf = (array: Float32Array, i: number): Vector => [
  array[3 * i] ?? 0,
  array[3 * i + 1] ?? 0,
  array[3 * i + 2] ?? 0,
];
