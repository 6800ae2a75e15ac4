/** Plain arrays of one mesh, before the renderer sees them. */
export interface MeshData {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly triangles: Uint32Array | Uint16Array;
}

/** A sheet of `rows` × `columns` points. With `closed` the last column joins the first. */
export function sheetTriangles(rows: number, columns: number, closed: boolean, from = 0): number[] {
  const triangles: number[] = [];
  const last = closed ? columns : columns - 1;
  for (let row = 0; row < rows - 1; row++)
    for (let column = 0; column < last; column++) {
      const next = (column + 1) % columns;
      const [a, b] = [from + row * columns + column, from + row * columns + next];
      const [c, d] = [a + columns, b + columns];
      triangles.push(a, c, b, b, c, d);
    }
  return triangles;
}
