import type { HeadForm } from '../head/head-form.ts';
import { lipLine, lowerLipHeight, upperLipHeight } from '../head/mouth/lips.ts';
import type { FaceLook } from '../look/face-look.ts';
import { deeper, withAlpha } from '../look/shades.ts';
import { type Brush, type Point, steps, trace } from './canvas-tools.ts';

export interface LipOutline {
  readonly upper: readonly Point[];
  readonly line: readonly Point[];
  readonly lower: readonly Point[];
}

/** The red of the lips from corner to corner. */
export function lipOutline({ mouth }: HeadForm): LipOutline {
  const xs = steps(40).map((t) => (2 * t - 1) * mouth.halfWidth);
  return {
    upper: xs.map((x) => [x, lipLine(x, mouth) + upperLipHeight(x, mouth)]),
    line: xs.map((x) => [x, lipLine(x, mouth)]),
    lower: xs.map((x) => [x, lipLine(x, mouth) - lowerLipHeight(x, mouth)]),
  };
}

export function paintLips(brush: Brush, look: FaceLook, form: HeadForm): void {
  const { upper, line, lower } = lipOutline(form);
  const { colour } = look.lips;
  const fill = (edge: readonly Point[], shade: string) => {
    trace(brush, [...edge, ...[...line].reverse()], true);
    brush.fillStyle = shade;
    brush.fill();
  };
  brush.save();
  brush.filter = 'blur(2px)';
  fill(upper, withAlpha(deeper(colour, 0.1), 0.9));
  fill(lower, withAlpha(colour, 0.9));
  brush.filter = 'blur(1.5px)';
  trace(brush, line);
  brush.strokeStyle = withAlpha(deeper(colour, 0.65), 0.75);
  brush.lineWidth = 0.008;
  brush.stroke();
  brush.restore();
}
