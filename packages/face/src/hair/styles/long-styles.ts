import { curveThrough, type Knots, tabulated } from '../../maths/curve.ts';
import type { Field } from '../../maths/field.ts';
import { bell, clamp, mix, ramp, softMax, softMin } from '../../maths/smooth.ts';
import type { Vector } from '../../maths/vector.ts';
import { combed, groove, type HairDesigner } from '../hair-design.ts';
import shapes from '../shapes.json' with { type: 'json' };

interface LongPlan {
  /** Where the hair ends. */
  readonly end: number;
  /** Half the width and half the depth by height. */
  readonly width: Knots;
  /** The parting: its distance from the middle. */
  readonly parting: number;
  /** How far waves reach, and how many there are per unit of length. */
  readonly wave: number;
  readonly frequency: number;
  readonly grooves: number;
  /** Half the width of the opening for the face by height. */
  readonly opening?: Knots;
}

const plans = shapes.falling as unknown as Readonly<Record<'long' | 'wavy' | 'bob', LongPlan>>;
const faceOpening = shapes.faceOpening as unknown as Knots;

/** A mass that falls from the parting around the head, with an opening for the face. */
function falling(skull: Field, plan: LongPlan): Field {
  const width = tabulated(curveThrough(plan.width.toReversed()), -1.8, 1.2);
  const knots = plan.opening ?? faceOpening;
  const opening = tabulated(curveThrough(knots.toReversed()), -1.8, 1.2);
  const openingTop = knots[0]?.[0] ?? 1;
  return (x, y, z) => {
    const px = Math.abs(x) - swayOf(plan, x, y);
    const half = width(y);
    const deep = mix(0.98, 0.8, ramp(-0.2, -1.2, y));
    const middle = mix(-0.14, -0.22, ramp(0, -1, y));
    const size = Math.sqrt((px / half) ** 2 + ((z - middle) / deep) ** 2);
    const body = (size - 1) * Math.min(half, deep) * 0.9;
    const turn = Math.atan2(px * Math.sign(x), z - middle) / Math.PI;
    // No two locks have the same length.
    const uneven =
      0.07 * Math.sin(2.1 * plan.grooves * turn + 1) + 0.04 * Math.sin(5.3 * plan.grooves * turn);
    const bottom = plan.end - y + 0.1 * bell(px, 0.3) + uneven;
    const lower = softMax(softMax(body, y - 0.45, 0.3), bottom, 0.14);
    const front = softMax(Math.abs(x) - opening(y), mix(0.2, -0.3, ramp(-0.5, -1, y)) - z, 0.1);
    const window = softMax(front, y - openingTop, 0.1);
    const top = skull(x, y, z) - mix(0.11, 0.15, ramp(0.4, 1, y)) * mix(0.1, 1, ramp(-0.05, 0.22, window));
    const whole = softMin(softMax(top, 0.15 - y, 0.2), lower, 0.16);
    // All locks meet on the crown, where they would be a notch in the outline. The parting ends before it as well.
    const depth =
      mix(0.03, 0.07, ramp(plan.end + 0.8, plan.end, y)) * ramp(1, 0.6, y) * ramp(0, 0.25, window);
    const strands = groove(turn * plan.grooves + 5 * plan.wave * Math.sin(plan.frequency * y), depth);
    const parted = 0.03 * bell(x - plan.parting, 0.03) * ramp(0.5, 0.75, y) * ramp(0.2, 0.5, z);
    // Waves make the field steeper than a distance may be, which would leave holes in the mesh.
    return 0.75 * softMax(whole + strands + parted, -window, 0.09);
  };
}

/** How far a wave moves the hair away from the middle. */
const swayOf = ({ wave, frequency }: LongPlan, x: number, y: number): number =>
  wave * Math.sin(frequency * y + (x > 0 ? 0.6 : 0)) * ramp(0.5, -0.3, y);

const lengthwise = combed([0, 1, -0.12]);

const box = (end: number) => ({ low: [-1.15, end - 0.15, -1.3], high: [1.15, 1.4, 1.15] }) as const;

const endsAt =
  (end: number) =>
  ([, y]: Vector): number =>
    ramp(end - 0.02, end + 0.4, y);

const loose =
  (plan: LongPlan): HairDesigner =>
  (skull) => {
    const fromParting = combed([plan.parting, 0.6, 0.78]);
    return {
      field: falling(skull, plan),
      box: box(plan.end),
      fade: endsAt(plan.end),
      strand: ([x, y, z]) => {
        const at: Vector = [x - Math.sign(x) * swayOf(plan, x, y), y, z];
        return mix(lengthwise(at), fromParting(at), ramp(-0.1, 0.5, y));
      },
    };
  };

export const long = loose(plans.long);
export const wavy = loose(plans.wavy);

/** Cut straight at the jaw, with a full fringe. */
export const bob: HairDesigner = (skull) => {
  const body = falling(skull, plans.bob);
  const field: Field = (x, y, z) => {
    const cut = clamp(x, -0.6, 0.6);
    const bangs = softMax(skull(x, y, z) - 0.13, 0.34 + 0.12 * cut * cut - y, 0.06);
    return softMin(body(x, y, z), softMax(bangs, 0.2 - z, 0.1) + groove(x * 3.6 + 0.5, 0.022), 0.03);
  };
  return { field, box: box(plans.bob.end), fade: endsAt(plans.bob.end) };
};
