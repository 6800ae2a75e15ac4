import type { HeadForm } from '../head/head-form.ts';
import { lipHeight, lipLine, lowerLipHeight } from '../head/mouth/lips.ts';
import type { FacialHairStyle } from '../look/face-look.ts';
import { curveThrough, type Knots } from '../maths/curve.ts';
import { bell, ramp } from '../maths/smooth.ts';
import shapes from './shapes.json' with { type: 'json' };

/** How much hair grows at a point of the face, seen from the front, 0 to 1. */
type BeardShape = (x: number, y: number) => number;

/** The upper border on the cheek, by the distance from the middle of the face. */
const cheekLine = curveThrough(shapes.cheekLine as unknown as Knots);

export function beardShape(style: FacialHairStyle, form: HeadForm): BeardShape {
  const { mouth, nose } = form;
  const noseBase = nose.tipY - 0.085;
  const beside = (x: number, y: number): number => {
    const away = y - lipLine(x, mouth);
    const height = lipHeight(x, away > 0, mouth);
    const outside = Math.max(0, Math.abs(x) - mouth.halfWidth - 0.005);
    return ramp(
      0.004,
      style === 'full-beard' ? 0.1 : 0.05,
      Math.hypot(outside, Math.max(0, Math.abs(away) - height)),
    );
  };
  const moustache = (x: number, y: number): number => {
    const reach = Math.abs(x) / (mouth.halfWidth + 0.05);
    const low = lipLine(x, mouth) - 0.04 * ramp(0.75, 1.05, reach);
    return (
      ramp(1.08, 0.6, reach) *
      (1 - 0.6 * bell(x, 0.03)) *
      ramp(noseBase + 0.01 - 0.05 * reach ** 2, noseBase - 0.03 - 0.05 * reach ** 2, y) *
      ramp(low - 0.02, low + 0.02, y)
    );
  };
  const below = (x: number, y: number): number => ramp(0.07, -0.1, y - cheekLine(Math.abs(x)));
  const chin = (x: number, y: number): number =>
    ramp(mouth.halfWidth + 0.075, mouth.halfWidth + 0.03, Math.abs(x)) *
    ramp(mouth.y + 0.02, mouth.y - 0.02, y);
  const gapUnderLip = (x: number, y: number): number => {
    const under = lipLine(x, mouth) - lowerLipHeight(x, mouth) - y;
    return 1 - 0.85 * ramp(0.03, 0.06, Math.abs(x)) * ramp(0.14, 0.03, Math.abs(x)) * ramp(0.07, 0.03, under);
  };
  const whole = (x: number, y: number): number =>
    Math.max(
      moustache(x, y),
      below(x, y) *
        ramp(
          noseBase,
          noseBase - 0.04,
          y + 0.6 * Math.max(0, 0.2 - Math.abs(x)) - 2 * Math.max(0, Math.abs(x) - 0.3),
        ),
    );
  const by: Record<FacialHairStyle, BeardShape> = {
    none: () => 0,
    stubble: whole,
    beard: whole,
    'full-beard': whole,
    moustache,
    goatee: (x, y) => Math.max(moustache(x, y), chin(x, y)),
  };
  const shape = by[style];
  return (x, y) => shape(x, y) * beside(x, y) * gapUnderLip(x, y);
}
