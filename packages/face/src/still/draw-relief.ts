import { deeper, lighter } from '../look/shades.ts';
import { contours, pathOf, softened } from './contour.ts';
import type { Point } from './outline.ts';
import { type Raster, rasterOf } from './raster.ts';
import type { Part } from './relief.ts';
import { type Gradients, part } from './svg.ts';

/** Where `mask` is above one half and `value` holds as well. */
const where = (mask: Raster, holds: (i: number) => boolean): Raster =>
  rasterOf((i) => ((mask.values[i] ?? 0) > 0.5 && holds(i) ? 1 : 0));

export const outlineOf = (mask: Raster, leastArea?: number): Point[][] =>
  contours(softened(mask, 3), 0.5, leastArea);

export interface Tones {
  readonly colour: string;
  /** Below these levels of light the shade is drawn, one above the other. */
  readonly shades: readonly (readonly [level: number, by: number])[];
  readonly highlight?: readonly [level: number, by: number];
  /** How a shade is made; the default is that of skin and hair. */
  readonly shadeOf?: (colour: string, by: number) => string;
}

/** A part in clean tones: its colour, one or two shades and a highlight, each with a smooth edge. */
export function drawTones(gradients: Gradients, { light }: Part, mask: Raster, tones: Tones): SVGElement[] {
  const lit = softened(light, 3);
  const { colour, shadeOf = deeper } = tones;
  const whole = outlineOf(mask);
  const fill = gradients.linear(
    [-0.7, 1.2],
    [0.9, -2.4],
    [
      [0, lighter(colour, 0.1)],
      [0.4, colour],
      [1, shadeOf(colour, 0.16)],
    ],
  );
  const clip = gradients.clip(part('path', { d: pathOf(whole), 'clip-rule': 'evenodd' }));
  const tone = (isIn: (i: number) => boolean, shade: string): SVGElement =>
    part('path', { d: pathOf(outlineOf(where(mask, isIn), 0.002)), fill: shade, 'fill-rule': 'evenodd' });
  const inside = tones.shades.map(([level, by]) =>
    tone((i) => (lit.values[i] ?? 1) < level, shadeOf(colour, by)),
  );
  if (tones.highlight) {
    const [level, by] = tones.highlight;
    inside.push(tone((i) => (lit.values[i] ?? 0) > level, lighter(colour, by)));
  }
  return [
    part('path', { d: pathOf(whole), fill, 'fill-rule': 'evenodd' }),
    part('g', { 'clip-path': clip }, inside),
  ];
}

/** Lines where one layer ends above another, such as the edge of a lapel. */
export function drawLayerEdges({ near }: Part, mask: Raster, colour: string): SVGElement {
  const rise = (i: number, step: number): number =>
    Math.abs((near.values[i] ?? 0) - (near.values[i + step] ?? 0));
  // A steep surface rises everywhere, an edge only at one place.
  const isEdge = (i: number): boolean =>
    [1, near.columns].some(
      (step) =>
        (mask.values[i + step] ?? 0) > 0.5 &&
        rise(i, step) - Math.max(rise(i - step, step), rise(i + step, step)) > 0.012,
    );
  const edges = contours(softened(where(mask, isEdge), 1), 0.28, 0.0012);
  return part('path', { d: pathOf(edges), fill: colour, 'fill-opacity': 0.5, 'fill-rule': 'evenodd' });
}
