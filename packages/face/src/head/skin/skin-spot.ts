import { add, scale, type Vector } from '../../maths/vector.ts';
import type { HeadMesh } from '../head-mesh.ts';
import { cornersOf, vectorAt } from '../mesh-data.ts';

/** A place on the skin: three vertices and their shares. */
export interface SkinSpot {
  /** The value of an attribute with three numbers per vertex at this place. */
  mean(values: Float32Array): Vector;
}

/** Finds the place on the face behind a point of the front view. The search covers the face between two heights. */
export function skinSpotFinder(
  { positions, triangles, topology }: HeadMesh,
  { low, high }: { readonly low: number; readonly high: number },
): (x: number, y: number) => SkinSpot {
  const isFront = (i: number): boolean => {
    const [, y, z] = vectorAt(positions, i);
    return topology.vertices[i]?.kind === 'surface' && y > low && y < high && z > 0.1;
  };
  const faces = cornersOf(triangles).filter((corners) => corners.every(isFront));
  return (x, y) => {
    let best: { corners: readonly number[]; shares: Vector } | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const corners of faces) {
      const [a, b, c] = corners;
      const [ax, ay] = [positions[3 * a] ?? 0, positions[3 * a + 1] ?? 0];
      const [bx, by] = [(positions[3 * b] ?? 0) - ax, (positions[3 * b + 1] ?? 0) - ay];
      const [cx, cy] = [(positions[3 * c] ?? 0) - ax, (positions[3 * c + 1] ?? 0) - ay];
      const area = bx * cy - by * cx;
      if (Math.abs(area) < 1e-9) continue;
      const v = ((x - ax) * cy - (y - ay) * cx) / area;
      const w = (bx * (y - ay) - by * (x - ax)) / area;
      const outside = Math.max(0, -v, -w, v + w - 1);
      if (outside >= least) continue;
      least = outside;
      best = { corners, shares: [1 - v - w, v, w] };
      if (outside === 0) break;
    }
    if (!best) throw new RangeError(`no skin at ${x}, ${y}`);
    const { corners, shares } = best;
    return {
      mean: (values) =>
        corners.reduce<Vector>(
          (sum, corner, i) => add(sum, scale(vectorAt(values, corner), shares[i] ?? 0)),
          [0, 0, 0],
        ),
    };
  };
}
