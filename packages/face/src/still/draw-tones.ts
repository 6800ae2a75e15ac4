import { deeper, lighter } from '../look/shades.ts';
import { pathOf } from './outline.ts';
import { type Gradients, part } from './svg.ts';
import type { Loops, TracedPart } from './tracing.ts';

export interface Tones {
  readonly colour: string;
  /** How strong each shade of the traced part is. */
  readonly shades: readonly number[];
  readonly highlight?: number;
  /** How a shade is made. The default is for skin and hair. */
  readonly shadeOf?: (colour: string, by: number) => string;
}

/** A part in clean tones: its colour, one or two shades and a highlight, each with a smooth edge. */
export function drawTones(gradients: Gradients, traced: TracedPart, tones: Tones): SVGElement[] {
  const { colour, shadeOf = deeper } = tones;
  const fill = gradients.linear(
    [-0.7, 1.2],
    [0.9, -2.4],
    [
      [0, lighter(colour, 0.1)],
      [0.4, colour],
      [1, shadeOf(colour, 0.16)],
    ],
  );
  const whole = pathOf(traced.whole);
  const clip = gradients.clip(part('path', { d: whole, 'clip-rule': 'evenodd' }));
  const tone = (loops: Loops, shade: string): SVGElement =>
    part('path', { d: pathOf(loops), fill: shade, 'fill-rule': 'evenodd' });
  const inside = traced.shades.map((loops, i) => tone(loops, shadeOf(colour, tones.shades[i] ?? 0)));
  if (tones.highlight !== undefined) inside.push(tone(traced.highlight, lighter(colour, tones.highlight)));
  return [part('path', { d: whole, fill, 'fill-rule': 'evenodd' }), part('g', { 'clip-path': clip }, inside)];
}
