import { mix, ramp } from '../../maths/smooth.ts';
import { cap, fromCrown, type HairDesigner, hairline, headBox } from '../hair-design.ts';

export const bald: HairDesigner = () => undefined;

export const buzz: HairDesigner = (skull) => ({
  field: cap(skull, hairline(0.6, 0.44, 0, -0.62), () => 0.022, 0.02),
  box: headBox,
  flow: fromCrown,
});

/** A bare top with full sides. */
export const receding: HairDesigner = (skull) => {
  const sides = hairline(0.62, 0.5, -0.02, -0.66);
  const top = cap(
    skull,
    (turn) => mix(1.3, sides(turn), ramp(0.55, 1.0, turn)),
    (x, y) => mix(0.085, -0.06, ramp(0.42, 0.82, y)) * mix(0.6, 1, ramp(0.2, 0.6, Math.abs(x))),
    0.07,
  );
  return { field: top, box: headBox, flow: () => [0, -0.5, -1] };
};
