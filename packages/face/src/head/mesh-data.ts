import { normalsOf } from '../maths/normals.ts';
import type { Vector } from '../maths/vector.ts';

/** Plain arrays of one mesh, before the renderer sees them. */
export interface MeshData {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly triangles: Uint32Array;
}

/** The offsets of all vertices in one movement. */
export interface MorphTarget {
  readonly name: string;
  readonly positions: Float32Array;
  readonly normals?: Float32Array;
}

/** Rows of points. With `closed` the last column joins the first. With `flip` the sheet is seen from the other side. */
export interface Sheet {
  readonly points: readonly (readonly Vector[])[];
  readonly closed?: boolean;
  readonly flip?: boolean;
}

export function meshOf(points: readonly Vector[], triangles: readonly number[]): MeshData {
  const [positions, index] = [new Float32Array(points.flat()), new Uint32Array(triangles)];
  return { positions, normals: normalsOf(positions, index), triangles: index };
}

/** Two triangles for each square between two lines of vertices. With `flip` they are seen from the other side. */
export function squaresBetween(above: readonly number[], below: readonly number[], flip = false): number[] {
  return above.slice(1).flatMap((b, i) => {
    const [a, c, d] = [above[i] ?? 0, below[i] ?? 0, below[i + 1] ?? 0];
    return flip ? [a, b, c, b, d, c] : [a, c, b, b, c, d];
  });
}

/** The same line, closed to a ring. */
export const ringOf = (line: readonly number[]): number[] => [...line, ...line.slice(0, 1)];

/** One mesh from several sheets, which do not share vertices. */
export function sheetMesh(sheets: readonly Sheet[]): MeshData {
  let count = 0;
  const triangles = sheets.flatMap(({ points, closed, flip }) => {
    const lines = points.map((row) => row.map(() => count++)).map((line) => (closed ? ringOf(line) : line));
    return lines.slice(1).flatMap((line, i) => squaresBetween(lines[i] ?? [], line, flip));
  });
  return meshOf(
    sheets.flatMap(({ points }) => points.flat()),
    triangles,
  );
}

/** One value for each vertex of the sheets. */
export const perVertex = <Kind extends Sheet>(
  sheets: readonly Kind[],
  value: (sheet: Kind) => number,
): Float32Array => new Float32Array(sheets.flatMap((sheet) => sheet.points.flat().map(() => value(sheet))));

/** The vector of a vertex in an array with three numbers for each. */
export const vectorAt = (values: Float32Array, i: number): Vector => [
  values[3 * i] ?? 0,
  values[3 * i + 1] ?? 0,
  values[3 * i + 2] ?? 0,
];

export function cornersOf(triangles: Uint32Array): (readonly [number, number, number])[] {
  const corners: (readonly [number, number, number])[] = [];
  for (let i = 0; i < triangles.length; i += 3)
    corners.push([triangles[i] ?? 0, triangles[i + 1] ?? 0, triangles[i + 2] ?? 0]);
  return corners;
}
