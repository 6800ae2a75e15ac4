import type { Grid } from '../grid.ts';
import { ringOf, squaresBetween } from '../mesh-data.ts';

/** The role of a vertex of the skin. `sculpt` decides its position. */
export interface SkinVertex {
  readonly kind: 'surface' | 'eye-rim' | 'mouth-bag' | 'lash';
  readonly row: number;
  /** Index of the angle; mirror images are `middle ± n`. */
  readonly column: number;
  /** For vertices beside a slit: above the slit of the eye or of the mouth. */
  readonly aboveEyes: boolean;
  readonly aboveMouth: boolean;
  /** How many rings a rim or bag vertex is behind the edge. For lashes 0 is the root and 1 the tip. */
  readonly ring: number;
}

export interface SkinTopology {
  readonly vertices: readonly SkinVertex[];
  readonly triangles: readonly number[];
  /** For each vertex of a rim, bag or lash, the edge vertex that it belongs to. For other vertices, themselves. */
  readonly anchors: readonly number[];
}

const eyeRings = 2;
export const bagRings = 6;

interface Slit {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

export function skinTopology(grid: Grid): SkinTopology {
  const vertices: SkinVertex[] = [];
  const anchors: number[] = [];
  const triangles: number[] = [];
  const put = (vertex: SkinVertex, anchor?: number): number => {
    vertices.push(vertex);
    anchors.push(anchor ?? vertices.length - 1);
    return vertices.length - 1;
  };
  const surface = (row: number, column: number, aboveEyes: boolean, aboveMouth: boolean) =>
    put({ kind: 'surface', row, column, aboveEyes, aboveMouth, ring: 0 });

  const upper = grid.stations.map((_, row) =>
    grid.angles.map((_, column) => surface(row, column, row <= grid.eyeRow, row <= grid.mouthRow)),
  );
  const lower = upper.map((line) => [...line]);
  const { middle, eyeRow, mouthRow, innerEye, outerEye, mouthCorner } = grid;
  const leftEye: Slit = { row: eyeRow, from: middle + innerEye, to: middle + outerEye };
  const rightEye: Slit = { row: eyeRow, from: middle - outerEye, to: middle - innerEye };
  const mouth: Slit = { row: mouthRow, from: middle - mouthCorner, to: middle + mouthCorner };
  for (const { row, from, to } of [leftEye, rightEye, mouth])
    for (let column = from + 1; column < to; column++) {
      const line = lower[row];
      if (line) line[column] = surface(row, column, row < eyeRow, row < mouthRow);
    }

  lower.slice(0, -1).forEach((line, row) => {
    const squares = squaresBetween(ringOf(line), ringOf(upper[row + 1] ?? []));
    // At the crown a whole row is one point, so the first triangle of each square would be empty.
    triangles.push(...(row === 0 ? squares.filter((_, i) => i % 6 >= 3) : squares));
  });

  /** The edge of a slit, once around: the upper side outwards, the lower side back. */
  const edgeOf = ({ row, from, to }: Slit): number[] => [
    ...(upper[row]?.slice(from, to + 1) ?? []),
    ...(lower[row]?.slice(from + 1, to).reverse() ?? []),
  ];
  const hangRings = (edge: readonly number[], kind: 'eye-rim' | 'mouth-bag', rings: number): number[] => {
    let last = [...edge];
    for (let ring = 1; ring <= rings; ring++) {
      const next = edge.map((anchor) => put({ ...vertexAt(vertices, anchor), kind, ring }, anchor));
      triangles.push(...squaresBetween(ringOf(last), ringOf(next)));
      last = next;
    }
    return last;
  };
  hangRings(edgeOf(leftEye), 'eye-rim', eyeRings);
  hangRings(edgeOf(rightEye), 'eye-rim', eyeRings);
  const back = hangRings(edgeOf(mouth), 'mouth-bag', bagRings);
  const half = back.length / 2 + 1;
  triangles.push(...squaresBetween(back.slice(0, half), ringOf(back).reverse().slice(0, half)));

  for (const { row, from, to } of [leftEye, rightEye]) {
    const roots: number[] = [];
    const tips: number[] = [];
    for (const anchor of upper[row]?.slice(from, to + 1) ?? []) {
      const vertex = vertexAt(vertices, anchor);
      roots.push(put({ ...vertex, kind: 'lash', ring: 0 }, anchor));
      tips.push(put({ ...vertex, kind: 'lash', ring: 1 }, anchor));
    }
    triangles.push(...squaresBetween(roots, tips, true));
  }
  return { vertices, triangles, anchors };
}

function vertexAt(vertices: readonly SkinVertex[], index: number): SkinVertex {
  const vertex = vertices[index];
  if (!vertex) throw new RangeError(`no vertex ${index}`);
  return vertex;
}
