import { brightness, deeper } from '../look/shades.ts';
import { drawTones } from './draw-tones.ts';
import type { FrontView } from './front-view.ts';
import { pathOf } from './outline.ts';
import { part } from './svg.ts';

export interface DrawnHair {
  readonly behind: SVGElement;
  readonly before: SVGElement;
}

export function drawHair({ look, gradients, tracing: { hair } }: FrontView): DrawnHair {
  if (!hair) return { behind: part('g'), before: part('g') };
  const { colour } = look.hair;
  const isDark = brightness(colour) < 0.25;
  const tones = isDark
    ? { shades: [0.22, 0.42], highlight: 0.14 }
    : { shades: [0.16, 0.34], highlight: 0.12 };
  return {
    behind: part('path', { d: pathOf(hair.behind), fill: deeper(colour, isDark ? 0.3 : 0.42) }),
    before: part('g', {}, drawTones(gradients, hair.before, { colour, ...tones })),
  };
}
