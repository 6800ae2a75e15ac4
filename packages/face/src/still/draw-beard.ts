import { deeper, lighter } from '../look/shades.ts';
import { ramp } from '../maths/smooth.ts';
import type { FrontView } from './front-view.ts';
import { type Point, pathOf } from './outline.ts';
import { part, set } from './svg.ts';

export interface DrawnBeard {
  readonly element: SVGElement;
  openJaw(drop: number): void;
}

export function drawBeard({ look, gradients, tracing }: FrontView): DrawnBeard | undefined {
  const { style, colour } = look.facialHair;
  if (style === 'none') return undefined;
  const fill = gradients.linear(
    [-0.4, -0.3],
    [0.4, -1.1],
    [
      [0, lighter(colour, 0.16)],
      [0.5, colour],
      [1, deeper(colour, 0.3)],
    ],
  );
  const path = part('path', {
    fill,
    'fill-rule': 'evenodd',
    'fill-opacity': style === 'stubble' ? 0.16 : 1,
  });
  const openJaw = (drop: number): void =>
    set(path, {
      d: pathOf(
        tracing.beard.map((shape) => shape.map(([x, y]): Point => [x, y - drop * ramp(-0.45, -0.8, y)])),
      ),
    });
  openJaw(0);
  return { element: path, openJaw };
}
