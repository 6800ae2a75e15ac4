import type { HeadForm } from '../head/head-form.ts';
import type { FaceLook } from '../look/face-look.ts';
import { deeper, lighter, withAlpha } from '../look/shades.ts';
import { fractions } from '../maths/smooth.ts';
import { type Brush, type Point, stroke } from './canvas-tools.ts';

/** Age lines: on the forehead, beside and under the eyes, and beside nose and mouth. */
export function paintWrinkles(brush: Brush, look: FaceLook, form: HeadForm): void {
  const strength = Math.min(1, form.ageing * 1.15);
  for (const side of [1, -1]) {
    brush.save();
    brush.scale(side, 1);
    for (const line of linesOf(form)) crease(brush, look, line, strength);
    brush.restore();
  }
}

interface Line {
  readonly points: readonly Point[];
  readonly alpha: number;
  readonly width: number;
}

/** An arc that starts in one point, bends towards the second and ends in the third. */
const arc = (alpha: number, width: number, from: Point, over: Point, to: Point): Line => ({
  alpha,
  width,
  points: fractions(14).map((t) => {
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
    return [a * from[0] + b * over[0] + c * to[0], a * from[1] + b * over[1] + c * to[1]];
  }),
});

/** The lines of the left half. Those of the forehead cross the middle. */
function linesOf({ eye, nose, mouth }: HeadForm): Line[] {
  const [ox, oy] = eye.outer;
  const cornerX = mouth.halfWidth;
  const forehead = [0.4, 0.475, 0.55].map((y, i): Line => {
    const reach = 0.36 - 0.05 * i;
    return arc(0.3, 0.008, [0, y], [reach * 0.6, y + 0.035], [reach, y - 0.012]);
  });
  const besideEye = [0.06, 0.012, -0.04].map((rise) =>
    arc(0.32, 0.007, [ox + 0.035, oy + rise * 0.5], [ox + 0.085, oy + rise], [ox + 0.13, oy + rise * 1.9]),
  );
  return [
    ...forehead,
    ...besideEye,
    arc(0.3, 0.01, [eye.inner[0] + 0.03, -0.1], [eye.centre[0], -0.165], [ox - 0.03, -0.11]),
    arc(
      0.42,
      0.012,
      [nose.wingX + 0.05, nose.tipY + 0.005],
      [cornerX + 0.03, nose.tipY - 0.09],
      [cornerX + 0.065, mouth.y + 0.01],
    ),
    arc(
      0.3,
      0.01,
      [cornerX + 0.02, mouth.y - 0.01],
      [cornerX + 0.055, mouth.y - 0.06],
      [cornerX + 0.05, mouth.y - 0.13],
    ),
  ];
}

/** A dark line with a light one below it looks like a fold. */
function crease(brush: Brush, look: FaceLook, { points, alpha, width }: Line, strength: number): void {
  brush.lineCap = 'round';
  brush.lineJoin = 'round';
  const dark = deeper(look.skin.colour, 0.5);
  for (const wide of [3.2, 2.3, 1.5, 0.8])
    stroke(brush, points, withAlpha(dark, alpha * strength * 0.22), width * wide);
  const below = points.map(([x, y]): Point => [x, y - width * 1.3]);
  stroke(brush, below, withAlpha(lighter(look.skin.colour, 0.3), alpha * strength * 0.35), width);
}
