import { brightness, deeper, mixColours } from '../look/shades.ts';
import { drawTones } from './draw-tones.ts';
import type { FrontView } from './front-view.ts';
import { pathOf } from './outline.ts';
import { part } from './svg.ts';

/** Neck, shoulders and what is worn. */
export function drawBody(view: FrontView): SVGElement {
  return part('g', {}, [neck(view), ...clothes(view)]);
}

function neck({ look, gradients, tracing }: FrontView): SVGElement {
  const skin = look.skin.colour;
  const fill = gradients.linear(
    [0, -0.9],
    [0, -1.55],
    [
      [0, deeper(skin, 0.4)],
      [0.5, deeper(skin, 0.22)],
      [1, deeper(skin, 0.06)],
    ],
  );
  return part('path', { d: pathOf(tracing.neck), fill });
}

function clothes({ look, gradients, tracing }: FrontView): SVGElement[] {
  const dyes = [look.clothes.colour, look.clothes.second];
  return tracing.clothes.flatMap((cloth, i) => {
    const colour = dyes[i] ?? look.clothes.colour;
    const shades = brightness(colour) < 0.3 ? [0.25, 0.45] : [0.14, 0.3];
    const edges = part('path', {
      d: pathOf(cloth.edges),
      fill: inShadow(colour, 0.6),
      'fill-opacity': 0.5,
      'fill-rule': 'evenodd',
    });
    return [...drawTones(gradients, cloth, { colour, shades, shadeOf: inShadow }), edges];
  });
}

/** Cloth turns towards a cool dark, not towards red as skin does. */
const inShadow = (colour: string, by: number): string => mixColours(colour, '#161b2b', by);
