import type { Vector } from '../../maths/vector.ts';
import type { HeadMesh } from '../head-mesh.ts';

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
  const faces: (readonly [number, number, number])[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t] ?? 0, triangles[t + 1] ?? 0, triangles[t + 2] ?? 0] as const;
    const isFront = corners.every((i) => {
      const y = positions[3 * i + 1] ?? 0;
      return (
        topology.vertices[i]?.kind === 'surface' && y > low && y < high && (positions[3 * i + 2] ?? 0) > 0.1
      );
    });
    if (isFront) faces.push(corners);
  }
  return (x, y) => {
    let best: { corners: readonly [number, number, number]; shares: Vector } | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [a, b, c] of faces) {
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
      best = { corners: [a, b, c], shares: [1 - v - w, v, w] };
      if (outside === 0) break;
    }
    if (!best) throw new RangeError(`no skin at ${x}, ${y}`);
    return spotOf(best.corners, best.shares);
  };
}

function spotOf(corners: readonly [number, number, number], shares: Vector): SkinSpot {
  const axis = (values: Float32Array, n: number): number =>
    corners.reduce((sum, corner, i) => sum + (values[3 * corner + n] ?? 0) * (shares[i] ?? 0), 0);
  return { mean: (values) => [axis(values, 0), axis(values, 1), axis(values, 2)] };
}
