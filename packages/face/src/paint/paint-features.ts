import { beardShape } from '../hair/beard-shape.ts';
import { lidsAtRest, lowerLidY, upperLidY } from '../head/eyes/eyelids.ts';
import type { HeadForm } from '../head/head-form.ts';
import { lipLine, lowerLipHeight, upperLipHeight } from '../head/mouth/lips.ts';
import type { FaceLook } from '../look/face-look.ts';
import { deeper, flush, mixColours, withAlpha } from '../look/shades.ts';
import { between, type Random } from '../maths/random.ts';
import { fractions, mix } from '../maths/smooth.ts';
import { type Brush, type Point, spot, stroke, trace } from './canvas-tools.ts';

/** Shadow in the socket, the line of the lashes and a little warmth around the eye. */
export function paintEyeArea(brush: Brush, look: FaceLook, form: HeadForm): void {
  const { eye, ageing } = form;
  const skin = look.skin.colour;
  const at = (u: number, y: number): Point => [mix(eye.inner[0], eye.outer[0], u), y];
  const upper = fractions(24).map((u) => at(u, upperLidY(u, eye, lidsAtRest)));
  const lower = fractions(24).map((u) => at(u, lowerLidY(u, eye, lidsAtRest)));
  const [warm, dark] = [flush(skin), deeper(skin, 0.4)];
  for (const side of [1, -1]) {
    brush.save();
    brush.scale(side, 1);
    spot(brush, eye.centre[0], 0.06, 0.2, [withAlpha(dark, 0.34), withAlpha(skin, 0)], 1.05);
    spot(brush, eye.inner[0] - 0.01, 0, 0.09, [withAlpha(warm, 0.3), withAlpha(warm, 0)]);
    const bag = withAlpha(dark, 0.14 + 0.2 * ageing);
    spot(brush, eye.centre[0] - 0.02, -0.1, 0.13, [bag, withAlpha(skin, 0)], 1.2);
    brush.filter = 'blur(2px)';
    const { lashes } = look.eyes;
    stroke(brush, upper, withAlpha(deeper(skin, 0.78), 0.45 + 0.5 * lashes), 0.012 + 0.012 * lashes);
    stroke(brush, lower, withAlpha(deeper(skin, 0.62), 0.3 + 0.2 * lashes), 0.008);
    brush.restore();
  }
}

/** The soft shade of a stubble beard with its short hairs, or the ground of a fuller one. */
export function paintBeard(brush: Brush, look: FaceLook, form: HeadForm, random: Random): void {
  const { style, colour } = look.facialHair;
  if (style === 'none') return;
  const shape = beardShape(style, form);
  const ground = mixColours(look.skin.colour, colour, 0.55);
  const clear = withAlpha(ground, 0);
  const isStubble = style === 'stubble';
  const step = 0.02;
  for (let y = -1.1; y < 0.1; y += step)
    for (let x = -0.8; x < 0.8; x += step) {
      const at: Point = [x + between(random, 0, step), y + between(random, 0, step)];
      const share = shape(...at);
      if (share < 0.03) continue;
      spot(brush, x, y, 2.2 * step, [withAlpha(ground, share * (isStubble ? 0.13 : 0.2)), clear]);
      const end: Point = [at[0] * 1.01, at[1] - 0.014];
      if (isStubble) stroke(brush, [at, end], withAlpha(colour, 0.3 * share), 0.004);
    }
}

/** The red of the lips from corner to corner. */
export function paintLips(brush: Brush, look: FaceLook, form: HeadForm): void {
  const { mouth } = form;
  const xs = fractions(40).map((t) => (2 * t - 1) * mouth.halfWidth);
  const upper = xs.map((x): Point => [x, lipLine(x, mouth) + upperLipHeight(x, mouth)]);
  const line = xs.map((x): Point => [x, lipLine(x, mouth)]);
  const lower = xs.map((x): Point => [x, lipLine(x, mouth) - lowerLipHeight(x, mouth)]);
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
  stroke(brush, line, withAlpha(deeper(colour, 0.65), 0.75), 0.008);
  brush.restore();
}
