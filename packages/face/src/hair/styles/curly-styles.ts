import { ellipsoid, type Field, rod, smoothUnion } from '../../maths/field.ts';
import { fractions, mix, ramp, softMax } from '../../maths/smooth.ts';
import { add, cross, scale, unit, type Vector } from '../../maths/vector.ts';
import { cap, type HairDesigner, hairline, headBox, turnOf } from '../hair-design.ts';

const golden = Math.PI * (3 - Math.sqrt(5));

/** One thick curl: a spiral that lies on the head. */
function curl(centre: Vector, out: Vector, size: number, spin: number): Field {
  const beside = unit(Math.abs(out[1]) > 0.9 ? [1, 0, 0] : [out[2], 0, -out[0]]);
  const over = cross(out, beside);
  const line = fractions(8).map((t) => {
    const turn = spin + t * 4.9;
    const r = size * mix(1, 0.12, t);
    const flat = add(scale(beside, Math.cos(turn) * r), scale(over, Math.sin(turn) * r));
    return add(add(centre, flat), scale(out, size * 0.35 * t));
  });
  return rod(line, (t) => size * mix(0.5, 0.62, t));
}

export const curly: HairDesigner = (skull) => {
  const line = hairline(0.56, 0.42, -0.02, -0.6);
  const base = cap(skull, line, (_, y) => mix(0.05, 0.09, ramp(0.25, 0.7, y)), 0.08);
  const curls: Field[] = [];
  for (let i = 0; i < 56; i++) {
    const up = 1 - (i + 0.5) / 44;
    const around = i * golden;
    const flat = Math.sqrt(Math.max(0, 1 - up * up));
    const out: Vector = [flat * Math.sin(around), up, flat * Math.cos(around)];
    const at: Vector = [out[0] * 0.8, 0.14 + out[1] * 1.0, -0.1 + out[2] * 0.9];
    if (at[1] < line(turnOf(at[0], at[2])) + 0.1) continue;
    curls.push(curl(at, out, 0.155 + 0.02 * Math.sin(i * 3.7), i * 2.3));
  }
  return {
    field: smoothUnion([base, ...curls], 0.03),
    box: { ...headBox, high: [1.1, 1.6, 1.2] },
    curl: 0.12,
    soft: 0.35,
  };
};

/** One large round shape with a fine, even grain. It gets thicker from the hairline on. */
export const afro: HairDesigner = (skull) => {
  const ball = ellipsoid([0, 0.4, -0.2], [0.99, 1.0, 0.98]);
  const line = hairline(0.55, 0.43, 0.02, -0.7);
  const field: Field = (x, y, z) => {
    const grain = Math.sin(21 * x + 3 * y) * Math.sin(21 * y + 4 * z) * Math.sin(21 * z + 3 * x);
    const lumps = Math.sin(6 * x + 2 * y + 1) * Math.sin(7 * y - 2 * z) * Math.sin(6.5 * z + 3 * x + 2);
    const above = y - line(turnOf(x, z));
    const grown = skull(x, y, z) - Math.max(-0.05, 0.03 + 1.3 * above);
    const nape = -0.62 - y;
    const open = softMax(ball(x, y, z), Math.max(z > -0.3 ? 0.6 * grown : -1, nape), 0.14);
    return Math.min(open, skull(x, y, z) + 0.2) - 0.011 * grain - 0.022 * lumps;
  };
  return { field, box: { low: [-1.25, -0.85, -1.3], high: [1.25, 1.6, 1.15] }, curl: 1, wisps: 0, soft: 0.5 };
};
