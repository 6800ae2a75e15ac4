import { brightness, deeper, lighter, mixColours } from '../look/shades.ts';
import type { FrontView } from './front-view.ts';
import { type Point, polyline, smooth } from './outline.ts';
import { part } from './svg.ts';

/** Lower than anything that is ever visible. */
export const floor = -4.2;

export function shouldersOf({ edge }: FrontView): Point[] {
  return [...[16.4, 17, 17.5, 18, 18.5, 19].map(edge), [1.55, floor], [0, floor]];
}

/** Open in front, with lapels. */
export function jacket(view: FrontView, fill: string): SVGElement[] {
  const { colour } = view.look.clothes;
  const lapelShade =
    brightness(colour) < 0.25 ? lighter(colour, 0.1) : mixColours(colour, deeper(colour, 0.5), 0.35);
  return [1, -1].flatMap((side) => {
    const on = (points: readonly Point[]): Point[] => points.map(([x, y]) => [side * x, y]);
    return [
      part('path', {
        d: smooth(
          on([
            [0.4, -1.3],
            ...shouldersOf(view).slice(0, -1),
            [0.02, floor],
            [0.03, -2.9],
            [0.2, -2.2],
            [0.36, -1.7],
          ]),
          true,
        ),
        fill,
      }),
      part('path', {
        d: polyline(
          on([
            [0.42, -1.28],
            [0.6, -1.52],
            [0.62, -1.84],
            [0.5, -1.86],
            [0.52, -1.98],
            [0.04, -2.86],
            [0.26, -2.05],
            [0.36, -1.66],
          ]),
          true,
        ),
        fill: lapelShade,
        stroke: deeper(colour, 0.5),
        'stroke-width': 1.2,
        'stroke-opacity': 0.6,
        'stroke-linejoin': 'round',
      }),
    ];
  });
}
