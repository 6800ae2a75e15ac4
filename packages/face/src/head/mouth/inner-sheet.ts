import type { Vector } from '../../maths/vector.ts';
import type { Sheet } from '../mesh-data.ts';

/** A surface inside the mouth with the colours of its points, and what carries it. */
export interface InnerSheet extends Sheet {
  readonly colours: readonly Vector[];
  readonly moves: 'skull' | 'jaw' | 'tongue';
}

export function sheetOf(
  rows: number,
  columns: number,
  { moves, flip }: { readonly moves: InnerSheet['moves']; readonly flip: boolean },
  point: (row: number, column: number) => { readonly at: Vector; readonly colour: Vector },
): InnerSheet {
  const lines = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => point(row, column)),
  );
  return {
    points: lines.map((line) => line.map(({ at }) => at)),
    colours: lines.flat().map(({ colour }) => colour),
    moves,
    flip,
  };
}
