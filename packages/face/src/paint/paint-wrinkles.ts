import type { HeadForm } from '../head/head-form.ts';
import type { FaceLook } from '../look/face-look.ts';
import { deeper, lighter, withAlpha } from '../look/shades.ts';
import { type Brush, type Point, steps, trace } from './canvas-tools.ts';

/** Age lines: on the forehead, beside and under the eyes, and beside nose and mouth. */
export function paintWrinkles(brush: Brush, look: FaceLook, form: HeadForm): void {
  const strength = Math.min(1, form.ageing * 1.15);
  for (const side of [1, -1]) {
    brush.save();
    brush.scale(side, 1);
    for (const { points, alpha, width } of linesOf(form))
      crease(brush, look, points, alpha * strength, width);
    brush.restore();
  }
}

interface Line {
  readonly points: readonly Point[];
  readonly alpha: number;
  readonly width: number;
}

/** The lines of the left half. Those of the forehead cross the middle. */
function linesOf({ eye, nose, mouth }: HeadForm): Line[] {
  const arc = (from: Point, over: Point, to: Point): Point[] =>
    steps(14).map((t) => {
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
      return [a * from[0] + b * over[0] + c * to[0], a * from[1] + b * over[1] + c * to[1]];
    });
  const forehead = [0.4, 0.475, 0.55].map((y, i): Line => {
    const reach = 0.36 - 0.05 * i;
    return { points: arc([0, y], [reach * 0.6, y + 0.035], [reach, y - 0.012]), alpha: 0.3, width: 0.008 };
  });
  const [ox, oy] = eye.outer;
  const feet = [0.06, 0.012, -0.04].map((rise): Line => {
    const [from, to]: [Point, Point] = [
      [ox + 0.035, oy + rise * 0.5],
      [ox + 0.13, oy + rise * 1.9],
    ];
    return { points: arc(from, [ox + 0.085, oy + rise], to), alpha: 0.32, width: 0.007 };
  });
  const under: Line = {
    points: arc([eye.inner[0] + 0.03, -0.1], [eye.centre[0], -0.165], [eye.outer[0] - 0.03, -0.11]),
    alpha: 0.3,
    width: 0.01,
  };
  const fold: Line = {
    points: arc(
      [nose.wingX + 0.05, nose.tipY + 0.005],
      [mouth.halfWidth + 0.03, nose.tipY - 0.09],
      [mouth.halfWidth + 0.065, mouth.y + 0.01],
    ),
    alpha: 0.42,
    width: 0.012,
  };
  const corner: Line = {
    points: arc(
      [mouth.halfWidth + 0.02, mouth.y - 0.01],
      [mouth.halfWidth + 0.055, mouth.y - 0.06],
      [mouth.halfWidth + 0.05, mouth.y - 0.13],
    ),
    alpha: 0.3,
    width: 0.01,
  };
  return [...forehead, ...feet, under, fold, corner];
}

/** A dark line with a light one below it looks like a fold. */
function crease(brush: Brush, look: FaceLook, points: readonly Point[], alpha: number, width: number): void {
  brush.lineCap = 'round';
  brush.lineJoin = 'round';
  for (const [grow, share] of [
    [2.4, 0.3],
    [1, 0.7],
  ] as const) {
    trace(brush, points);
    brush.strokeStyle = withAlpha(deeper(look.skin.colour, 0.5), alpha * share);
    brush.lineWidth = width * grow;
    brush.stroke();
  }
  trace(
    brush,
    points.map(([x, y]): Point => [x, y - width * 1.3]),
  );
  brush.strokeStyle = withAlpha(lighter(look.skin.colour, 0.3), alpha * 0.35);
  brush.lineWidth = width;
  brush.stroke();
}
