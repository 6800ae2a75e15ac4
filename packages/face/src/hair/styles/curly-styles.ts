import { ellipsoid, type Field, rod, shared, smoothUnion } from '../../maths/field.ts';
import { mix, ramp } from '../../maths/smooth.ts';
import type { Vector } from '../../maths/vector.ts';
import { cap, fromCrown, type HairDesigner, hairline, headBox, turnOf } from '../hair-design.ts';

const golden = Math.PI * (3 - Math.sqrt(5));

/** One thick curl: a spiral that lies on the head. */
function curl(centre: Vector, out: Vector, size: number, spin: number): Field {
  const beside: Vector = Math.abs(out[1]) > 0.9 ? [1, 0, 0] : [out[2], 0, -out[0]];
  const wide = Math.hypot(...beside);
  const b: Vector = [beside[0] / wide, beside[1] / wide, beside[2] / wide];
  const c: Vector = [
    out[1] * b[2] - out[2] * b[1],
    out[2] * b[0] - out[0] * b[2],
    out[0] * b[1] - out[1] * b[0],
  ];
  const line = Array.from({ length: 9 }, (_, i): Vector => {
    const t = i / 8;
    const turn = spin + t * 4.9;
    const r = size * mix(1, 0.12, t);
    const [u, v, w] = [Math.cos(turn) * r, Math.sin(turn) * r, size * 0.35 * t];
    return [
      centre[0] + b[0] * u + c[0] * v + out[0] * w,
      centre[1] + b[1] * u + c[1] * v + out[1] * w,
      centre[2] + b[2] * u + c[2] * v + out[2] * w,
    ];
  });
  return rod(line, (t) => size * mix(0.5, 0.62, t));
}

export const curly: HairDesigner = (skull) => {
  const line = hairline(0.6, 0.44, -0.02, -0.6);
  const base = cap(skull, line, (_, y) => mix(0.05, 0.09, ramp(0.25, 0.7, y)), 0.08);
  const curls: Field[] = [];
  for (let i = 0; i < 56; i++) {
    const up = 1 - (i + 0.5) / 44;
    const around = i * golden;
    const flat = Math.sqrt(Math.max(0, 1 - up * up));
    const out: Vector = [flat * Math.sin(around), up, flat * Math.cos(around)];
    const at: Vector = [out[0] * 0.8, 0.14 + out[1] * 1.0, -0.1 + out[2] * 0.9];
    if (at[1] < line(turnOf(at[0], at[2])) + 0.02) continue;
    curls.push(curl(at, out, 0.155 + 0.02 * Math.sin(i * 3.7), i * 2.3));
  }
  const all = smoothUnion([base, ...curls], 0.03);
  return { field: all, box: { ...headBox, high: [1.1, 1.6, 1.2] }, flow: fromCrown };
};

/** One large round shape with a fine, even grain. */
export const afro: HairDesigner = (skull) => {
  const ball = ellipsoid([0, 0.4, -0.16], [1.06, 0.98, 1.0]);
  const line = hairline(0.56, 0.4, 0.0, -0.7);
  const field: Field = (x, y, z) => {
    const grain = Math.sin(21 * x + 3 * y) * Math.sin(21 * y + 4 * z) * Math.sin(21 * z + 3 * x);
    const face = z > -0.1 ? line(turnOf(x, z)) - y : -1;
    const nape = -0.62 - y;
    const open = shared(ball(x, y, z), Math.max(face * mix(1, 0.75, ramp(0.3, 1, y)), nape), 0.16);
    return Math.min(open, skull(x, y, z) + 0.2) - 0.009 * grain;
  };
  return { field, box: { low: [-1.25, -0.85, -1.3], high: [1.25, 1.6, 1.15] }, flow: fromCrown };
};
