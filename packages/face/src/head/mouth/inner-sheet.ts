import type { Vector } from '../../maths/vector.ts';
import { sheetTriangles } from '../mesh-data.ts';

/** A surface inside the mouth: points in rows and columns with their colours, and what carries it. */
export interface InnerSheet {
  readonly points: readonly Vector[];
  readonly colours: readonly Vector[];
  readonly triangles: readonly number[];
  readonly moves: 'skull' | 'jaw' | 'tongue';
}

export function sheetOf(
  rows: number,
  columns: number,
  { moves, flip }: { readonly moves: InnerSheet['moves']; readonly flip: boolean },
  point: (row: number, column: number) => { readonly at: Vector; readonly colour: Vector },
): InnerSheet {
  const points: Vector[] = [];
  const colours: Vector[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const { at, colour } = point(row, column);
      points.push(at);
      colours.push(colour);
    }
  const triangles = sheetTriangles(rows, columns, false);
  return { points, colours, triangles: flip ? turned(triangles) : triangles, moves };
}

/** The same triangles, seen from the other side. */
const turned = (triangles: readonly number[]): number[] =>
  triangles.map((_, i) => triangles[i - (i % 3) + ((3 - (i % 3)) % 3)] ?? 0);
