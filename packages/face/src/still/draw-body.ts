import { brightness, deeper, mixColours } from '../look/shades.ts';
import { pathOf } from './contour.ts';
import { drawLayerEdges, drawTones, outlineOf } from './draw-relief.ts';
import type { FrontView } from './front-view.ts';
import { rasterOf } from './raster.ts';
import { part } from './svg.ts';

/** Neck, shoulders and what is worn. */
export function drawBody(view: FrontView): SVGElement {
  return part('g', {}, [neck(view), ...clothes(view)]);
}

function neck({ look, gradients, relief }: FrontView): SVGElement {
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
  return part('path', { d: pathOf(outlineOf(relief.neck.whole)), fill });
}

function clothes({ look, gradients, relief }: FrontView): SVGElement[] {
  const worn = relief.clothes;
  const { colour, second } = look.clothes;
  const { whole, extra, near } = worn;
  // What lies behind the neck is not seen.
  const isWorn = (i: number): boolean =>
    (whole.values[i] ?? 0) > 0.5 && (near.values[i] ?? 0) >= (relief.neck.near.values[i] ?? 0) - 0.001;
  const isSecond = (i: number): boolean => (extra.values[i] ?? 0) > 0.5;
  return [
    { dye: colour, mask: rasterOf((i) => (isWorn(i) ? 1 : 0)) },
    { dye: second, mask: rasterOf((i) => (isWorn(i) && isSecond(i) ? 1 : 0)) },
  ].flatMap(({ dye, mask }) => {
    const isDark = brightness(dye) < 0.3;
    const tones = drawTones(gradients, worn, mask, {
      colour: dye,
      shadeOf: inShadow,
      shades: [
        [0.55, isDark ? 0.25 : 0.14],
        [0.36, isDark ? 0.45 : 0.3],
      ],
    });
    return [...tones, drawLayerEdges(worn, mask, inShadow(dye, 0.6))];
  });
}

/** Cloth turns towards a cool dark, not towards red as skin does. */
const inShadow = (colour: string, by: number): string => mixColours(colour, '#161b2b', by);
