import { ellipsoid, type Field, lineThrough, rod } from '../../maths/field.ts';
import { mix, ramp, softMin } from '../../maths/smooth.ts';
import { subtract, type Vector } from '../../maths/vector.ts';
import { cap, combed, groove, type HairDesigner, hairline, headBox } from '../hair-design.ts';
import shapes from '../shapes.json' with { type: 'json' };
import { headCentre } from '../skull.ts';

/** All hair combed smoothly to one point, with grooves that run to it. */
function combedTo(skull: Field, knot: Vector): Field {
  const base = cap(skull, hairline(0.55, 0.42, 0.02, -0.6), () => 0.07, 0.09);
  return (x, y, z) => {
    const dx = x - knot[0];
    const dz = z - knot[2] + 0.25;
    const away = Math.sqrt(dx * dx + (y - knot[1]) ** 2 + dz * dz);
    const turn = Math.atan2(dx, dz);
    return base(x, y, z) + groove((turn / Math.PI) * 9 + 0.5, 0.018) * ramp(0.15, 0.5, away);
  };
}

export const bun: HairDesigner = (skull) => {
  const knot: Vector = [0, 1.16, -0.42];
  const base = combedTo(skull, knot);
  const ball = ellipsoid(knot, [0.33, 0.27, 0.33]);
  const field: Field = (x, y, z) => {
    const turn = Math.atan2(x - knot[0], z - knot[2]);
    const wound = ball(x, y, z) + groove((turn / Math.PI) * 2 + (y - knot[1]) * 3.4, 0.025);
    return softMin(base(x, y, z), wound, 0.04);
  };
  return { field, box: { ...headBox, high: [1.05, 1.65, 1.1] }, strand: combed(subtract(knot, headCentre)) };
};

export const ponytail: HairDesigner = (skull) => {
  const knot: Vector = [0.1, 0.86, -0.84];
  const base = combedTo(skull, knot);
  const [down, toKnot] = [combed([0, 1, -0.2]), combed(subtract(knot, headCentre))];
  const line = lineThrough(shapes.ponytail as unknown as readonly Vector[], 16);
  const tail = rod(line, (t) => mix(0.12, 0.27, ramp(0, 0.3, t)) * mix(1, 0.2, ramp(0.6, 1, t)));
  const field: Field = (x, y, z) => {
    const turn = Math.atan2(z + 0.5, x - 0.8);
    return softMin(base(x, y, z), tail(x, y, z) + groove((turn / Math.PI) * 5, 0.025), 0.05);
  };
  return {
    field,
    box: { low: [-1.05, -1.45, -1.35], high: [1.35, 1.5, 1.1] },
    strand: (p) => (p[0] > 0.78 ? down : toKnot)(p),
  };
};
