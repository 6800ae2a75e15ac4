import { deeper, lighter } from '../look/shades.ts';
import { nose } from './draw-nose.ts';
import { blush, freckles, wrinkles } from './draw-skin.ts';
import type { FrontView } from './front-view.ts';
import { bothSides, type Point, smooth } from './outline.ts';
import { part } from './svg.ts';

/** The skin of the face, with a chin that moves. */
export interface DrawnHead {
  readonly behind: SVGElement;
  readonly face: SVGElement;
  /** Features that shift with the face when the head turns. */
  readonly features: SVGElement;
  openJaw(drop: number): void;
}

export function drawHead(view: FrontView): DrawnHead {
  const { look, gradients, faceHalf, edge } = view;
  const skin = look.skin.colour;
  const fill = gradients.radial([-0.22, 0.2], 1.35, [
    [0, lighter(skin, 0.16)],
    [0.45, skin],
    [0.85, deeper(skin, 0.2)],
    [1, deeper(skin, 0.34)],
  ]);
  const outline = part('path', { d: smooth(bothSides(faceHalf(0)), true), fill });
  const features = part('g', {}, [...blush(view), ...freckles(view), ...wrinkles(view), ...nose(view)]);
  const [earX, earY] = edge(6.4);
  const behind = part('g', {}, [ear(view, earX, earY, 1), ear(view, earX, earY, -1)]);
  return {
    behind,
    face: part('g', {}, [outline]),
    features,
    openJaw: (drop) => outline.setAttribute('d', smooth(bothSides(faceHalf(drop)), true)),
  };
}

function ear({ look, gradients }: FrontView, x: number, y: number, side: 1 | -1): SVGElement {
  const skin = look.skin.colour;
  const at = (points: readonly Point[]): string =>
    smooth(
      points.map(([a, b]) => [side * (x + a), y + b]),
      true,
    );
  const fill = gradients.linear(
    [side * (x - 0.02), y],
    [side * (x + 0.12), y],
    [
      [0, deeper(skin, 0.34)],
      [1, deeper(skin, 0.1)],
    ],
  );
  return part('g', {}, [
    part('path', {
      d: at([
        [-0.05, 0.2],
        [0.07, 0.23],
        [0.125, 0.13],
        [0.1, -0.05],
        [0.05, -0.2],
        [-0.05, -0.18],
      ]),
      fill,
    }),
    part('path', {
      d: at([
        [-0.03, 0.13],
        [0.055, 0.15],
        [0.075, 0.06],
        [0.035, -0.08],
        [-0.03, -0.08],
      ]),
      fill: deeper(skin, 0.36),
      'fill-opacity': 0.55,
    }),
  ]);
}
