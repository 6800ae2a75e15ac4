import type { Grid } from '../grid.ts';

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
  /** Vertex index by row and column. In a slit it is the upper copy. */
  readonly lattice: readonly (readonly number[])[];
}

export const eyeRings = 2;
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

  const columns = grid.angles.length;
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

  const at = (lines: readonly (readonly number[])[], row: number, column: number): number =>
    lines[row]?.[column % columns] ?? 0;
  for (let row = 0; row < grid.stations.length - 1; row++)
    for (let column = 0; column < columns; column++) {
      const [a, b] = [at(lower, row, column), at(lower, row, column + 1)];
      const [c, d] = [at(upper, row + 1, column), at(upper, row + 1, column + 1)];
      // At the crown a whole row is one point, so the second triangle of each square would be empty.
      if (row > 0) triangles.push(a, c, b);
      triangles.push(b, c, d);
    }

  /** The edge of a slit, once around: the upper side outwards, the lower side back. */
  const edgeOf = ({ row, from, to }: Slit): number[] => {
    const over = Array.from({ length: to - from + 1 }, (_, i) => at(upper, row, from + i));
    const under = Array.from({ length: to - from - 1 }, (_, i) => at(lower, row, to - 1 - i));
    return [...over, ...under];
  };
  const hangRings = (edge: readonly number[], kind: 'eye-rim' | 'mouth-bag', rings: number): number[] => {
    let last = [...edge];
    for (let ring = 1; ring <= rings; ring++) {
      const next = edge.map((anchor) => put({ ...vertexAt(vertices, anchor), kind, ring }, anchor));
      last.forEach((a, i) => {
        const j = (i + 1) % last.length;
        const [b, c, d] = [last[j] ?? 0, next[i] ?? 0, next[j] ?? 0];
        triangles.push(a, c, b, b, c, d);
      });
      last = next;
    }
    return last;
  };
  hangRings(edgeOf(leftEye), 'eye-rim', eyeRings);
  hangRings(edgeOf(rightEye), 'eye-rim', eyeRings);
  const back = hangRings(edgeOf(mouth), 'mouth-bag', bagRings);
  const half = back.length / 2;
  for (let i = 0; i < half; i++) {
    const [a, b] = [back[i] ?? 0, back[i + 1] ?? 0];
    const [c, d] = [back[(back.length - i) % back.length] ?? 0, back[back.length - i - 1] ?? 0];
    triangles.push(a, c, b, b, c, d);
  }

  for (const { row, from, to } of [leftEye, rightEye]) {
    const roots: number[] = [];
    const tips: number[] = [];
    for (let column = from; column <= to; column++) {
      const anchor = at(upper, row, column);
      const vertex = vertexAt(vertices, anchor);
      roots.push(put({ ...vertex, kind: 'lash', ring: 0 }, anchor));
      tips.push(put({ ...vertex, kind: 'lash', ring: 1 }, anchor));
    }
    for (let i = 0; i < roots.length - 1; i++) {
      const [a, b, c, d] = [roots[i] ?? 0, roots[i + 1] ?? 0, tips[i] ?? 0, tips[i + 1] ?? 0];
      triangles.push(a, b, c, b, d, c);
    }
  }
  return { vertices, triangles, anchors, lattice: upper };
}

function vertexAt(vertices: readonly SkinVertex[], index: number): SkinVertex {
  const vertex = vertices[index];
  if (!vertex) throw new RangeError(`no vertex ${index}`);
  return vertex;
}
