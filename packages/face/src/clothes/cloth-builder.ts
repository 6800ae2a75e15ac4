import { type MeshData, sheetTriangles } from '../head/mesh-data.ts';
import { headShare } from '../head/skin/skin-attributes.ts';
import { hollowness } from '../maths/cavity.ts';
import { normalsOf } from '../maths/normals.ts';
import { bell, clamp, ramp } from '../maths/smooth.ts';
import type { Vector } from '../maths/vector.ts';

export interface ClothMesh extends MeshData {
  /** 0 for the first colour of the clothes, 1 for the second. Values between are mixtures, values above 1 are metal. */
  readonly dye: Float32Array;
  readonly shade: Float32Array;
  readonly rig: Float32Array;
}

export interface Sheet {
  readonly points: readonly (readonly Vector[])[];
  /** True if the last column joins the first. */
  readonly closed: boolean;
  readonly dye: number;
  /** Seen from the other side. */
  readonly flip?: boolean;
}

/** Builds one mesh from several sheets of cloth. Each sheet keeps its own normals. */
export function clothOf(sheets: readonly Sheet[]): ClothMesh {
  const positions: number[] = [];
  const normals: number[] = [];
  const shade: number[] = [];
  const dye: number[] = [];
  const triangles: number[] = [];
  for (const { points, closed, dye: colour, flip } of sheets) {
    const columns = points[0]?.length ?? 0;
    const from = positions.length / 3;
    const local = new Float32Array(points.flat(2));
    const sheet = sheetTriangles(points.length, columns, closed);
    const wound = flip ? sheet.map((_, i) => sheet[i - (i % 3) + ((3 - (i % 3)) % 3)] ?? 0) : sheet;
    const index = new Uint32Array(wound);
    const localNormals = normalsOf(local, index);
    const hollow = hollowness(local, localNormals, index, 4, 0.03);
    positions.push(...local);
    normals.push(...localNormals);
    for (let i = 0; i < local.length / 3; i++) {
      shade.push((1 - 0.6 * Math.max(0, hollow[i] ?? 0)) * headShadow(local, i));
      dye.push(colour);
    }
    for (const i of wound) triangles.push(i + from);
  }
  const rig = positions.length / 3;
  return {
    positions: new Float32Array(positions),
    normals: new Float32Array(normals),
    triangles: new Uint32Array(triangles),
    dye: new Float32Array(dye),
    shade: new Float32Array(shade),
    rig: Float32Array.from({ length: rig * 2 }, (_, i) => shareOf(positions, i)),
  };
}

/** The shadow of the head on neck and chest. */
function headShadow(p: Float32Array, i: number): number {
  const [x, y, z] = [p[3 * i] ?? 0, p[3 * i + 1] ?? 0, p[3 * i + 2] ?? 0];
  const near = bell(x - 0.1, 0.42) * ramp(-1.95, -1.2, y) * ramp(-0.3, 0.25, z);
  return clamp(1 - 0.5 * near, 0.3, 1);
}

function shareOf(positions: readonly number[], i: number): number {
  const vertex = Math.floor(i / 2) * 3;
  const [x, y] = [positions[vertex] ?? 0, positions[vertex + 1] ?? 0];
  if (i % 2 === 0) return headShare(y) * 0.6;
  return ramp(-1.15, -1.6, y) * (0.35 + 0.65 * ramp(0.2, 0.8, Math.abs(x)));
}
