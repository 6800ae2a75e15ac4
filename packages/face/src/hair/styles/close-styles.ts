import { type Field, shared } from '../../maths/field.ts';
import { mix, ramp } from '../../maths/smooth.ts';
import { cap, fromCrown, type HairDesigner, hairline, headBox, turnOf } from '../hair-design.ts';

export const bald: HairDesigner = () => undefined;

export const buzz: HairDesigner = (skull) => ({
  field: cap(skull, hairline(0.6, 0.44, 0, -0.62), () => 0.022, 0.02),
  box: headBox,
  flow: fromCrown,
});

/** A bare top with full sides. */
export const receding: HairDesigner = (skull) => {
  const line = hairline(0.62, 0.4, -0.04, -0.66);
  const sides = cap(
    skull,
    (turn) => mix(1.2, line(turn), ramp(0.7, 1.02, turn)),
    () => 0.1,
    0.08,
  );
  const field: Field = (x, y, z) => {
    const top = 0.44 + 0.2 * ramp(1.5, 2.6, turnOf(x, z));
    return shared(sides(x, y, z), y - top, 0.16);
  };
  return { field, box: headBox, flow: () => [0, -0.5, -1] };
};
