import { hollowness } from '../maths/cavity.ts';
import { bell, mix, ramp, turns } from '../maths/smooth.ts';
import { mirrored, type Vector } from '../maths/vector.ts';
import type { HeadForm } from './head-form.ts';
import { eyeStation, type Loft } from './loft.ts';
import { type MeshData, sheetMesh } from './mesh-data.ts';

export interface EarsMesh extends MeshData {
  /** How much light reaches each vertex, 0 to 1. */
  readonly shade: Float32Array;
  /** Where an earring hangs, on the left side. */
  readonly lobe: Vector;
}

const frontRings = 13;
const backRings = 5;
const flare = 0.5;

/** Half width and half height of the outline in a direction; 0 is backwards, a quarter turn is up. */
function outline(angle: number): readonly [along: number, up: number] {
  const lower = Math.max(0, -Math.sin(angle));
  const backward = Math.cos(angle) > 0 ? 1 : 0.82;
  return [0.118 * backward * (1 - 0.34 * lower ** 1.5), 0.196 - 0.012 * lower];
}

/** Height of the ear's relief at a share `r` of the way from its middle to its rim. */
function relief(r: number, angle: number): number {
  const up = Math.sin(angle);
  const back = Math.cos(angle);
  const lobe = ramp(-0.55, -0.85, up);
  const rim = 0.03 * bell(r - 0.88, 0.09) * mix(ramp(-1.1, -0.2, back + 0.6 * Math.max(0, up)), 0.3, lobe);
  const inner = 0.022 * bell(r - 0.52, 0.1) * ramp(-0.35, 0.35, back + 0.25 * up) * (1 - lobe);
  const bowl = -0.045 * bell(r - 0.12, 0.24);
  const tragus = 0.026 * bell(r - 0.62, 0.16) * ramp(-0.55, -0.95, back) * ramp(0.5, -0.1, up);
  return 0.02 + rim + inner + bowl + tragus + 0.012 * lobe;
}

export function earsMesh(form: HeadForm, loft: Loft): EarsMesh {
  const side = loft.ring(eyeStation + 0.55)(Math.PI / 2 + 0.06);
  const centre: Vector = [side[0] + 0.022, -0.105 - 0.012 * form.ageing, side[2] - 0.045];
  const large = 1 + 0.1 * form.ageing + 0.05 * form.build;
  const along: Vector = [Math.sin(flare), 0, -Math.cos(flare)];
  const out: Vector = [Math.cos(flare), 0, Math.sin(flare)];
  const pointOnEar = (angle: number, r: number, height: number): Vector => {
    const [wide, high] = outline(angle);
    const a = Math.cos(angle) * wide * r * large;
    const b = Math.sin(angle) * high * r * large;
    const lean = -0.16 * b;
    return [
      centre[0] + along[0] * (a - lean) + out[0] * height + 0.06 * b,
      centre[1] + b,
      centre[2] + along[2] * (a - lean) + out[2] * height,
    ];
  };
  const left = Array.from({ length: frontRings + backRings }, (_, ring) =>
    turns(36).map((angle): Vector => {
      const behind = ring - frontRings + 1;
      if (behind > 0) return pointOnEar(angle, 1 - behind * 0.11, 0.01 - 0.03 * behind * 0.6);
      const r = ring / (frontRings - 1);
      return pointOnEar(angle, r, relief(r, angle));
    }),
  );
  const mesh = sheetMesh([
    { points: left, closed: true },
    { points: left.map(mirrored), closed: true, flip: true },
  ]);
  const shade = hollowness(mesh, 5, 0.016).map((value) => 1 - 0.6 * Math.max(0, value));
  return { ...mesh, shade, lobe: pointOnEar(-Math.PI / 2 + 0.12, 0.86, 0.03) };
}
