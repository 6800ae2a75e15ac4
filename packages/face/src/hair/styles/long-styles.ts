import { curveThrough, tabulated } from '../../maths/curve.ts';
import { type Field, joined, shared } from '../../maths/field.ts';
import { bell, clamp, mix, ramp } from '../../maths/smooth.ts';
import { fromCrown, groove, type HairDesigner, lengthwise } from '../hair-design.ts';

interface LongPlan {
  /** Where the hair ends. */
  readonly end: number;
  /** Half the width and half the depth by height. */
  readonly width: readonly (readonly [y: number, half: number])[];
  /** The parting: its distance from the middle. */
  readonly parting: number;
  /** How far waves reach, and how many there are per unit of length. */
  readonly wave: number;
  readonly frequency: number;
  readonly grooves: number;
  /** Half the width of the opening for the face by height. */
  readonly opening: readonly (readonly [y: number, half: number])[];
}

/** A mass that falls from the parting around the head, with an opening for the face. */
function falling(skull: Field, plan: LongPlan): Field {
  const width = tabulated(curveThrough(plan.width.toReversed()), -1.8, 1.2);
  const opening = tabulated(curveThrough(plan.opening.toReversed()), -1.8, 1.2);
  return (x, y, z) => {
    const sway = plan.wave * Math.sin(plan.frequency * y + (x > 0 ? 0.6 : 0)) * ramp(0.5, -0.3, y);
    const px = Math.abs(x) - sway;
    const half = width(y);
    const deep = mix(0.98, 0.8, ramp(-0.2, -1.2, y));
    const middle = mix(-0.14, -0.22, ramp(0, -1, y));
    const size = Math.sqrt((px / half) ** 2 + ((z - middle) / deep) ** 2);
    const body = (size - 1) * Math.min(half, deep) * 0.9;
    const bottom = plan.end - y + 0.1 * bell(px, 0.3);
    const lower = shared(shared(body, y - 0.45, 0.3), bottom, 0.14);
    const top = skull(x, y, z) - mix(0.11, 0.15, ramp(0.4, 1, y));
    const whole = joined(shared(top, 0.15 - y, 0.2), lower, 0.16);
    const turn = Math.atan2(px * Math.sign(x), z - middle) / Math.PI;
    const strands = groove(turn * plan.grooves + 5 * plan.wave * Math.sin(plan.frequency * y), 0.034);
    const parted = 0.05 * bell(x - plan.parting, 0.045) * ramp(0.5, 0.75, y) * ramp(-0.5, -0.1, z);
    const window = shared(Math.abs(x) - opening(y), mix(0.2, -0.3, ramp(-0.5, -1, y)) - z, 0.1);
    // Waves make the field steeper than a distance may be, which would leave holes in the mesh.
    return 0.75 * shared(whole + strands + parted, -window, 0.09);
  };
}

const box = (end: number) => ({ low: [-1.15, end - 0.15, -1.3], high: [1.15, 1.4, 1.15] }) as const;

const faceOpening = [
  [0.78, 0.02],
  [0.7, 0.2],
  [0.55, 0.42],
  [0.3, 0.55],
  [0, 0.61],
  [-0.4, 0.6],
  [-0.9, 0.53],
  [-1.6, 0.5],
] as const;

export const long: HairDesigner = (skull) => ({
  field: falling(skull, {
    end: -1.62,
    width: [
      [0.8, 0.66],
      [0.3, 0.83],
      [-0.3, 0.84],
      [-0.9, 0.82],
      [-1.6, 0.76],
    ],
    parting: 0,
    wave: 0,
    frequency: 0,
    grooves: 9,
    opening: faceOpening,
  }),
  box: box(-1.62),
  flow: lengthwise,
});

export const wavy: HairDesigner = (skull) => ({
  field: falling(skull, {
    end: -1.5,
    width: [
      [0.8, 0.68],
      [0.3, 0.86],
      [-0.3, 0.89],
      [-0.9, 0.93],
      [-1.5, 0.84],
    ],
    parting: 0.2,
    wave: 0.05,
    frequency: 6.4,
    grooves: 8,
    opening: faceOpening,
  }),
  box: box(-1.5),
  flow: lengthwise,
});

/** Cut straight at the jaw, with a full fringe. */
export const bob: HairDesigner = (skull) => {
  const body = falling(skull, {
    end: -0.82,
    width: [
      [0.8, 0.68],
      [0.3, 0.86],
      [-0.3, 0.92],
      [-0.8, 0.86],
    ],
    parting: 9,
    wave: 0,
    frequency: 0,
    grooves: 10,
    opening: [
      [0.45, 0.02],
      [0.36, 0.4],
      [0.2, 0.55],
      [-0.2, 0.6],
      [-0.9, 0.55],
    ],
  });
  const field: Field = (x, y, z) => {
    const cut = clamp(x, -0.6, 0.6);
    const bangs = shared(skull(x, y, z) - 0.13, 0.34 + 0.12 * cut * cut - y, 0.06);
    return joined(body(x, y, z), shared(bangs, 0.2 - z, 0.1) + groove(x * 3.6 + 0.5, 0.022), 0.03);
  };
  return { field, box: box(-0.82), flow: fromCrown };
};
