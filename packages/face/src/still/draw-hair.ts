import { brightness, deeper } from '../look/shades.ts';
import { pathOf } from './contour.ts';
import { drawTones, outlineOf } from './draw-relief.ts';
import type { FrontView } from './front-view.ts';
import { rasterOf } from './raster.ts';
import { part } from './svg.ts';

export interface DrawnHair {
  readonly behind: SVGElement;
  readonly before: SVGElement;
}

export function drawHair({ look, gradients, relief }: FrontView): DrawnHair {
  const { hair } = relief;
  if (!hair) return { behind: part('g'), before: part('g') };
  const { colour } = look.hair;
  const { shown, near, whole } = hair;
  // Hair beside the neck lies behind it and must not slide over it when the head turns.
  const front = rasterOf((i) => {
    const y = near.bottom + near.pitch * Math.floor(i / near.columns);
    return (shown.values[i] ?? 0) * (y > -0.5 || (near.values[i] ?? 0) > -0.05 ? 1 : 0);
  });
  const isDark = brightness(colour) < 0.25;
  return {
    behind: part('path', { d: pathOf(outlineOf(whole)), fill: deeper(colour, isDark ? 0.3 : 0.42) }),
    before: part(
      'g',
      {},
      drawTones(gradients, hair, front, {
        colour,
        shades: [
          [0.5, isDark ? 0.22 : 0.16],
          [0.33, isDark ? 0.42 : 0.34],
        ],
        highlight: [0.83, isDark ? 0.14 : 0.12],
      }),
    ),
  };
}
