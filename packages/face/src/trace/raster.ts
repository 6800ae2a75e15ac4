import type { MeshData } from '../head/mesh-data.ts';
import { project } from '../still/camera.ts';

/** A picture of one number per point, in head units. */
export interface Raster {
  readonly left: number;
  readonly bottom: number;
  readonly pitch: number;
  readonly columns: number;
  readonly rows: number;
  readonly values: Float32Array;
}

/** What the camera sees of one mesh. */
export interface MeshView {
  /** How near the surface is, as z; `nothing` where there is none. */
  readonly near: Raster;
  /** How much light it gets, 0 to 1. */
  readonly light: Raster;
  /** An attribute of the mesh, such as the dye of cloth. */
  readonly extra: Raster;
}

export const nothing = -9;

const area = { left: -1.95, bottom: -3.3, pitch: 0.018, columns: 217, rows: 285 } as const;

export function rasterOf(value: (i: number) => number): Raster {
  const values = new Float32Array(area.columns * area.rows);
  for (let i = 0; i < values.length; i++) values[i] = value(i);
  return { ...area, values };
}

/** The same light as in 3D: a key from the upper left, a fill from the right. */
const lightOn = (x: number, y: number, z: number): number => {
  const key = Math.max(0, (-0.43 * x + 0.53 * y + 0.73 * z + 0.4) / 1.4);
  const fill = Math.max(0, (0.79 * x + 0.05 * y + 0.61 * z + 0.4) / 1.4);
  return 0.16 + 0.68 * key + 0.16 * fill;
};

/** Draws a mesh as the camera sees it. `shade` dims vertices, `extra` is passed on. */
export function viewOf(mesh: MeshData, shade?: Float32Array, extra?: Float32Array): MeshView {
  const [near, light, more] = [rasterOf(() => nothing), rasterOf(() => 1), rasterOf(() => 0)];
  const { positions, normals, triangles } = mesh;
  const count = positions.length / 3;
  const places = new Float32Array(count * 2);
  const lights = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [positions[3 * i] ?? 0, positions[3 * i + 1] ?? 0, positions[3 * i + 2] ?? 0];
    const [u, v] = project(x, y, z);
    places[2 * i] = (u - area.left) / area.pitch;
    places[2 * i + 1] = (v - area.bottom) / area.pitch;
    lights[i] =
      lightOn(normals[3 * i] ?? 0, normals[3 * i + 1] ?? 0, normals[3 * i + 2] ?? 1) * (shade?.[i] ?? 1);
  }
  for (let t = 0; t < triangles.length; t += 3) {
    const a = triangles[t] ?? 0;
    const b = triangles[t + 1] ?? 0;
    const c = triangles[t + 2] ?? 0;
    const ax = places[2 * a] ?? 0;
    const ay = places[2 * a + 1] ?? 0;
    const bx = (places[2 * b] ?? 0) - ax;
    const by = (places[2 * b + 1] ?? 0) - ay;
    const cx = (places[2 * c] ?? 0) - ax;
    const cy = (places[2 * c + 1] ?? 0) - ay;
    const size = bx * cy - by * cx;
    if (Math.abs(size) < 1e-9) continue;
    const fromX = Math.max(0, Math.ceil(ax + Math.min(0, bx, cx)));
    const toX = Math.min(area.columns - 1, ax + Math.max(0, bx, cx));
    const fromY = Math.max(0, Math.ceil(ay + Math.min(0, by, cy)));
    const toY = Math.min(area.rows - 1, ay + Math.max(0, by, cy));
    for (let y = fromY; y <= toY; y++)
      for (let x = fromX; x <= toX; x++) {
        const v = ((x - ax) * cy - (y - ay) * cx) / size;
        const w = (bx * (y - ay) - by * (x - ax)) / size;
        const u = 1 - v - w;
        if (u < 0 || v < 0 || w < 0) continue;
        const i = y * area.columns + x;
        const z =
          u * (positions[3 * a + 2] ?? 0) + v * (positions[3 * b + 2] ?? 0) + w * (positions[3 * c + 2] ?? 0);
        if (z <= (near.values[i] ?? nothing)) continue;
        near.values[i] = z;
        light.values[i] = u * (lights[a] ?? 0) + v * (lights[b] ?? 0) + w * (lights[c] ?? 0);
        if (extra) more.values[i] = u * (extra[a] ?? 0) + v * (extra[b] ?? 0) + w * (extra[c] ?? 0);
      }
  }
  return { near, light, extra: more };
}
