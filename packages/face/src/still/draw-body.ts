import { deeper } from '../look/shades.ts';
import { clothes } from './draw-clothes.ts';
import type { FrontView } from './front-view.ts';
import { bothSides, type Point, smooth } from './outline.ts';
import { part } from './svg.ts';

/** Neck, shoulders and what is worn. */
export function drawBody(view: FrontView): SVGElement {
  return part('g', {}, [neck(view), ...clothes(view)]);
}

function neck({ look, gradients, edge }: FrontView): SVGElement {
  const skin = look.skin.colour;
  const fill = gradients.linear(
    [0, -0.85],
    [0, -1.6],
    [
      [0, deeper(skin, 0.46)],
      [0.45, deeper(skin, 0.24)],
      [1, deeper(skin, 0.08)],
    ],
  );
  const sides = [13.4, 14.2, 15].map(edge).map(([x, y]): Point => [x * 0.93, y]);
  return part('path', {
    d: smooth(bothSides([[0, -0.6], [0.24, -0.7], ...sides, [0.36, -1.6], [0.3, -1.9], [0, -2.1]]), true),
    fill,
  });
}
