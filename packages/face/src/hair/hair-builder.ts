import type { MeshData } from '../head/mesh-data.ts';
import { headShare } from '../head/skin-attributes.ts';
import { mix, ramp } from '../maths/smooth.ts';
import { add, scale, unit, type Vector } from '../maths/vector.ts';
import { frameAt, type LockPlan } from './lock.ts';
import type { Scalp } from './scalp.ts';

/** The attributes that the hair shader needs besides positions and normals. */
export interface HairMesh extends MeshData {
  /** The direction of the hair. */
  readonly flow: Float32Array;
  /** Position across the lock, position along it, and a random number per lock, all 0 to 1. */
  readonly strand: Float32Array;
  readonly shade: Float32Array;
  readonly rig: Float32Array;
}

export interface HairVertex {
  readonly place: Vector;
  readonly normal: Vector;
  readonly flow: Vector;
  readonly strand: Vector;
  readonly shade: number;
}

export interface HairBuilder {
  add(vertex: HairVertex): number;
  triangle(a: number, b: number, c: number): void;
  lock(plan: LockPlan, spine: readonly Vector[], scalp: Scalp): void;
  finish(): HairMesh;
}

export function hairBuilder(): HairBuilder {
  const [positions, normals, flow, strand]: number[][] = [[], [], [], []];
  const [shade, rig, triangles]: number[][] = [[], [], []];
  const builder: HairBuilder = {
    add: (vertex) => {
      positions?.push(...vertex.place);
      normals?.push(...vertex.normal);
      flow?.push(...vertex.flow);
      strand?.push(...vertex.strand);
      shade?.push(vertex.shade);
      const [x, y] = vertex.place;
      // The roots of long hair move with the head. The tips rest on the shoulders.
      rig?.push(mix(0.15, 1, headShare(y)), ramp(-1.15, -1.6, y) * ramp(0.1, 0.5, Math.abs(x)) * 0.8);
      return (shade?.length ?? 1) - 1;
    },
    triangle: (a, b, c) => triangles?.push(a, b, c),
    lock: (plan, spine, scalp) => addLock(builder, plan, spine, scalp),
    finish: () => ({
      positions: new Float32Array(positions ?? []),
      normals: new Float32Array(normals ?? []),
      flow: new Float32Array(flow ?? []),
      strand: new Float32Array(strand ?? []),
      shade: new Float32Array(shade ?? []),
      rig: new Float32Array(rig ?? []),
      triangles: new Uint32Array(triangles ?? []),
    }),
  };
  return builder;
}

/** Narrow at the root, full in the middle, pointed at the tip. */
const swell = (s: number): number => mix(0.55, 1, ramp(0, 0.2, s)) * Math.max(0, 1 - s ** 3.2) ** 0.6;

function addLock(builder: HairBuilder, plan: LockPlan, spine: readonly Vector[], scalp: Scalp): void {
  let last: number[] = [];
  spine.forEach((p, i) => {
    const s = i / (spine.length - 1);
    const [before, after] = [spine[Math.max(0, i - 1)] ?? p, spine[Math.min(spine.length - 1, i + 1)] ?? p];
    const along = unit([after[0] - before[0], after[1] - before[1], after[2] - before[2]]);
    const { out, beside } = frameAt(along, scalp.outward(p));
    const wide = plan.width * swell(s);
    const thick = wide * plan.flat;
    const ring = Array.from({ length: plan.sides }, (_, k) => {
      const angle = (k / plan.sides) * 2 * Math.PI;
      const [c, d] = [Math.cos(angle), Math.sin(angle)];
      return builder.add({
        place: add(p, add(scale(beside, c * wide), scale(out, d * thick))),
        normal: unit(add(scale(beside, c * plan.flat), scale(out, d))),
        flow: along,
        strand: [0.5 + 0.5 * c, s, plan.seed],
        shade: mix(0.5, 1, plan.layer) * mix(0.62, 1, ramp(-0.6, 0.9, d)) * mix(0.75, 1, ramp(0, 0.3, s)),
      });
    });
    last.forEach((a, k) => {
      const j = (k + 1) % plan.sides;
      const [b, c, d] = [last[j] ?? 0, ring[k] ?? 0, ring[j] ?? 0];
      builder.triangle(a, b, c);
      builder.triangle(b, d, c);
    });
    last = ring;
  });
}
