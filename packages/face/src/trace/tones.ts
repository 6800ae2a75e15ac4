import type { Point } from '../still/outline.ts';
import type { Loops, TracedPart } from '../still/tracing.ts';
import { contours, softened } from './contour.ts';
import { type Raster, rasterOf } from './raster.ts';
import type { Part } from './relief.ts';

/** Where `mask` is above one half and `holds` is true as well. */
const where = (mask: Raster, holds: (i: number) => boolean): Raster =>
  rasterOf((i) => ((mask.values[i] ?? 0) > 0.5 && holds(i) ? 1 : 0));

export const outlineOf = (mask: Raster, minArea?: number): Point[][] =>
  contours(softened(mask, 3), 0.5, minArea);

export interface Levels {
  /** Below these levels of light there is shade. */
  readonly shades: readonly number[];
  /** Above this level there is a highlight. */
  readonly highlight?: number;
}

/** The outlines of a part where the mask is set, and of its tones. */
export function tonesOf({ light }: Part, mask: Raster, { shades, highlight }: Levels): TracedPart {
  const lit = softened(light, 3);
  const tone = (isIn: (i: number) => boolean): Loops => outlineOf(where(mask, isIn), 0.002);
  return {
    whole: outlineOf(mask),
    shades: shades.map((level) => tone((i) => (lit.values[i] ?? 1) < level)),
    highlight: highlight === undefined ? [] : tone((i) => (lit.values[i] ?? 0) > highlight),
  };
}

/** Where one layer ends above another. */
export function layerEdges({ near }: Part, mask: Raster): Loops {
  const rise = (i: number, step: number): number =>
    Math.abs((near.values[i] ?? 0) - (near.values[i + step] ?? 0));
  // A steep surface rises everywhere, an edge only at one place.
  const isEdge = (i: number): boolean =>
    [1, near.columns].some(
      (step) =>
        (mask.values[i + step] ?? 0) > 0.5 &&
        rise(i, step) - Math.max(rise(i - step, step), rise(i + step, step)) > 0.012,
    );
  return contours(softened(where(mask, isEdge), 1), 0.28, 0.0012);
}
