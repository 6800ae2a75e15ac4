import type { HeadMesh } from '../head/head-mesh.ts';
import { type Curve, curveThrough } from '../maths/curve.ts';
import { normalsOf } from '../maths/normals.ts';
import { clamp, mix, ramp } from '../maths/smooth.ts';
import { add, dot, scale, subtract, unit, type Vector } from '../maths/vector.ts';
import type { HairBuilder } from './hair-builder.ts';

/** Hair that lies close: a shell over the skin from the crown down to the hairline. */
export interface CapPlan {
  /** The station where hair ends, by the angle from the front (0 to π). */
  readonly hairline: Curve;
  thickness(p: Vector): number;
  comb(p: Vector): Vector;
  /** Over how many stations the edge thins out. */
  readonly fade: number;
}

/** Front, temple, before the ear, above it, behind it, nape. */
export function hairline(front: number, temple: number, sideburn: number, nape = 10.6, peak = 0): Curve {
  return curveThrough([
    [0, front + peak],
    [0.22, front - 0.02],
    [0.5, front + 0.08],
    [0.78, temple],
    [1.0, temple + 0.7],
    [1.2, sideburn],
    [1.42, sideburn],
    [1.56, 5.45],
    [1.8, 5.6],
    [2.05, 7.4],
    [2.4, nape - 0.5],
    [Math.PI, nape],
  ]);
}

/** The distance of a point from the hairline in stations: positive inside, negative outside. */
export const insideHairline = (line: Curve, station: number, angle: number): number =>
  line(Math.abs(angle)) - station;

interface Patch {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
}

export function addCap(builder: HairBuilder, head: HeadMesh, plan: CapPlan): void {
  const points: CapPoint[] = [];
  const { positions, triangles } = capPatch(head, plan, points);
  const normals = normalsOf(positions, triangles);
  const from = points.map(({ inside, station, flow }, i) => {
    const normal: Vector = [normals[3 * i] ?? 0, normals[3 * i + 1] ?? 0, normals[3 * i + 2] ?? 1];
    const place: Vector = [positions[3 * i] ?? 0, positions[3 * i + 1] ?? 0, positions[3 * i + 2] ?? 0];
    const along = unit(subtract(flow, scale(normal, dot(flow, normal))));
    return builder.add({
      place,
      normal,
      flow: along,
      strand: [acrossOf(place, along), clamp(0.25 + station / 12, 0, 1), 0.31],
      shade: mix(0.7, 0.92, ramp(0, 2, inside)),
    });
  });
  for (let i = 0; i < triangles.length; i += 3)
    builder.triangle(
      from[triangles[i] ?? 0] ?? 0,
      from[triangles[i + 1] ?? 0] ?? 0,
      from[triangles[i + 2] ?? 0] ?? 0,
    );
}

interface CapPoint {
  readonly inside: number;
  readonly station: number;
  readonly flow: Vector;
}

function capPatch(head: HeadMesh, plan: CapPlan, points: CapPoint[]): Patch {
  const { grid, loft } = head;
  const rows = grid.stations.filter((station) => station <= 11.2);
  const columns = grid.angles.length;
  const positions: number[] = [];
  const made = rows.map((station, row) => {
    const ring = loft.ring(station);
    return grid.angles.map((angle, column) => {
      const inside = insideHairline(plan.hairline, station, angle);
      if (inside < -1.2) return undefined;
      const index = (row * columns + column) * 3;
      const out: Vector = [
        head.normals[index] ?? 0,
        head.normals[index + 1] ?? 0,
        head.normals[index + 2] ?? 1,
      ];
      const p = ring(angle);
      // The edge goes under the skin. The hairline is where the shell comes out, so there is no step.
      const lift = mix(-0.03, plan.thickness(p), ramp(-plan.fade, plan.fade * 1.4, inside));
      positions.push(...add(p, scale(out, lift)));
      points.push({ inside, station, flow: plan.comb(p) });
      return points.length - 1;
    });
  });
  const triangles: number[] = [];
  for (let row = 0; row < rows.length - 1; row++)
    for (let column = 0; column < columns; column++) {
      const next = (column + 1) % columns;
      const [a, b] = [made[row]?.[column], made[row]?.[next]];
      const [c, d] = [made[row + 1]?.[column], made[row + 1]?.[next]];
      if (row > 0 && a !== undefined && b !== undefined && c !== undefined) triangles.push(a, c, b);
      if (b !== undefined && c !== undefined && d !== undefined) triangles.push(b, c, d);
    }
  return { positions: new Float32Array(positions), triangles: new Uint32Array(triangles) };
}

/** A coordinate that changes across the flow and not along it, for the streaks of the shader. */
function acrossOf(p: Vector, along: Vector): number {
  const beside = unit([along[1], -along[0], 0.2 * along[1]]);
  return 5 * (p[0] * beside[0] + p[1] * beside[1] + p[2] * beside[2]);
}
