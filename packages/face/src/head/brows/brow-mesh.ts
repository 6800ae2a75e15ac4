import type { FaceLook } from '../../look/face-look.ts';
import { normalsOf } from '../../maths/normals.ts';
import { arch } from '../../maths/smooth.ts';
import type { Vector } from '../../maths/vector.ts';
import type { HeadMesh, Morph } from '../head-mesh.ts';
import { type MeshData, sheetTriangles } from '../mesh-data.ts';
import { type SkinSpot, skinSpotFinder } from '../skin/skin-spot.ts';
import { browAt } from './brow-shape.ts';

export interface BrowMesh extends MeshData {
  /** The brows move with the skin under them. */
  readonly morphs: readonly { readonly name: Morph; readonly positions: Float32Array }[];
}

const along = 22;
const across = 7;
const height = 0.026;

/** Both brows: one smooth, domed shape each, lying on the skin. */
export function browMesh(head: HeadMesh, brows: FaceLook['brows']): BrowMesh {
  const find = skinSpotFinder(head, { low: 0.08, high: 0.55 });
  const spots: SkinSpot[] = [];
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const side of [1, -1]) {
    const from = spots.length;
    for (let i = 0; i <= along; i++) {
      const { x, y, half } = browAt(i / along, brows, head.form);
      for (let k = 0; k < across; k++) {
        const v = (k / (across - 1)) * 2 - 1;
        const spot = find(side * x, y + v * half);
        const lift = height * arch(v) * (half / 0.034) ** 0.5 * endDome(i / along) - 0.004;
        const [at, out] = [spot.mean(head.positions), spot.mean(head.normals)];
        spots.push(spot);
        positions.push(at[0] + out[0] * lift, at[1] + out[1] * lift, at[2] + out[2] * lift);
      }
    }
    const sheet = sheetTriangles(along + 1, across, false, from);
    for (let t = 0; t < sheet.length; t += 3) {
      const [a, b, c] = [sheet[t] ?? 0, sheet[t + 1] ?? 0, sheet[t + 2] ?? 0];
      if (side === 1) triangles.push(a, b, c);
      else triangles.push(a, c, b);
    }
  }
  const mesh = new Float32Array(positions);
  const index = new Uint32Array(triangles);
  const morphs = head.morphs.map(({ name, positions: moves }) => ({
    name,
    positions: new Float32Array(spots.flatMap((spot): Vector => spot.mean(moves))),
  }));
  return {
    positions: mesh,
    normals: normalsOf(mesh, index),
    triangles: index,
    morphs: morphs.filter(({ positions: moves }) => moves.some((value) => Math.abs(value) > 1e-4)),
  };
}

/** Both ends are round. */
const endDome = (u: number): number =>
  arch(Math.max(0, 1 - u / 0.08)) * arch(Math.max(0, 1 - (1 - u) / 0.06));
