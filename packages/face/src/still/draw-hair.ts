import { deeper, lighter } from '../look/shades.ts';
import type { FrontView } from './front-view.ts';
import type { HairShapes } from './hair-outlines.ts';
import { hairShapes } from './hair-shapes.ts';
import { smooth } from './outline.ts';
import { part } from './svg.ts';

export interface DrawnHair {
  readonly behind: SVGElement;
  readonly before: SVGElement;
}

export function drawHair(view: FrontView): DrawnHair {
  const { look, gradients } = view;
  const { colour } = look.hair;
  const shapes = hairShapes(view);
  const front = gradients.linear(
    [-0.5, 1.25],
    [0.6, -1.2],
    [
      [0, lighter(colour, 0.24)],
      [0.3, colour],
      [1, deeper(colour, 0.36)],
    ],
  );
  const back = deeper(colour, 0.42);
  return {
    behind: part(
      'g',
      {},
      shapes.behind.map((shape) => part('path', { d: smooth(shape, true), fill: back })),
    ),
    before: part('g', { opacity: shapes.opacity ?? 1 }, [
      ...shapes.before.map((shape) => part('path', { d: smooth(shape, true), fill: front })),
      ...lines(shapes, deeper(colour, 0.5), lighter(colour, 0.3)),
      ...curls(view, shapes),
    ]),
  };
}

const lines = (shapes: HairShapes, dark: string, light: string): SVGElement[] =>
  shapes.lines.map((line, i) =>
    part('path', {
      d: smooth(line),
      fill: 'none',
      stroke: i % 3 === 0 ? light : dark,
      'stroke-width': i % 3 === 0 ? 1.4 : 1.8,
      'stroke-linecap': 'round',
      'stroke-opacity': i % 3 === 0 ? 0.4 : 0.45,
    }),
  );

function curls({ look }: FrontView, shapes: HairShapes): SVGElement[] {
  const { colour } = look.hair;
  const shades = [deeper(colour, 0.35), deeper(colour, 0.12), lighter(colour, 0.07), lighter(colour, 0.14)];
  return shapes.curls.map(([x, y, radius], i) =>
    part('circle', {
      cx: (100 * x).toFixed(1),
      cy: (-100 * y).toFixed(1),
      r: (100 * radius).toFixed(1),
      fill: shades[(i * 7) % shades.length] ?? colour,
      stroke: deeper(colour, 0.55),
      'stroke-width': 1,
      'stroke-opacity': 0.5,
    }),
  );
}
