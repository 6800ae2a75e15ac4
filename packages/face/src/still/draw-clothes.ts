import { deeper, lighter } from '../look/shades.ts';
import { floor, jacket, shouldersOf } from './draw-jacket.ts';
import type { FrontView } from './front-view.ts';
import { bothSides, type Point, polyline, smooth } from './outline.ts';
import { part } from './svg.ts';

const mirrored = (points: readonly Point[]): Point[] => points.map(([x, y]) => [-x, y]);

export function clothes(view: FrontView): SVGElement[] {
  const { look, gradients } = view;
  const { kind, colour, second } = look.clothes;
  const cloth = (shade: string): string =>
    gradients.linear(
      [-0.9, -1.3],
      [1, -2.8],
      [
        [0, lighter(shade, 0.12)],
        [0.35, shade],
        [1, deeper(shade, 0.34)],
      ],
    );
  const shape = (points: readonly Point[], fill: string): SVGElement =>
    part('path', { d: smooth(points, true), fill });
  const edge = (points: readonly Point[], shade: string, width = 3): SVGElement =>
    part('path', {
      d: smooth(points),
      fill: 'none',
      stroke: shade,
      'stroke-width': width,
      'stroke-linecap': 'round',
      'stroke-opacity': 0.6,
    });
  const dark = deeper(colour, 0.3);
  const torso = (neckline: readonly Point[], shade: string): SVGElement =>
    shape(bothSides([...neckline, ...shouldersOf(view)]), cloth(shade));
  const crew: Point[] = [
    [0, -1.54],
    [0.2, -1.5],
    [0.37, -1.36],
  ];
  const collar = (shade: string): SVGElement[] =>
    [1, -1].map((side) =>
      part('path', {
        d: polyline(
          [
            [side * 0.36, -1.2],
            [side * 0.44, -1.4],
            [side * 0.3, -1.72],
            [side * 0.02, -1.52],
            [side * 0.1, -1.45],
          ],
          true,
        ),
        fill: side < 0 ? lighter(shade, 0.1) : deeper(shade, 0.08),
        stroke: deeper(shade, 0.34),
        'stroke-width': 1,
        'stroke-linejoin': 'round',
      }),
    );
  const buttons = (shade: string): SVGElement[] =>
    [-1.72, -2.02, -2.32].map((y) =>
      part('circle', { cx: 0, cy: -100 * y, r: 2.6, fill: deeper(shade, 0.35) }),
    );
  const band = (low: number, high: number, out: number, shade: string): SVGElement =>
    shape(
      bothSides([
        [0, high - 0.05],
        [out, high],
        [out + 0.05, low + 0.1],
        [0, low - 0.02],
      ]),
      cloth(shade),
    );
  switch (kind) {
    case 'crew':
      return [torso(crew, colour), edge(bothSides(crew.toReversed()).slice(0, 5), dark, 5)];
    case 'v-neck': {
      const line: Point[] = [
        [0, -1.98],
        [0.2, -1.66],
        [0.39, -1.36],
      ];
      return [torso(line, colour), edge([...mirrored(line).reverse(), ...line.slice(1)], dark, 4)];
    }
    case 'turtleneck':
      return [
        torso(
          [
            [0, -1.4],
            [0.36, -1.3],
          ],
          colour,
        ),
        band(-1.42, -1.06, 0.36, colour),
        edge(
          [
            [-0.36, -1.09],
            [0, -1.14],
            [0.36, -1.09],
          ],
          dark,
          2,
        ),
      ];
    case 'shirt':
      return [
        torso(
          [
            [0, -1.6],
            [0.36, -1.3],
          ],
          colour,
        ),
        edge(
          [
            [0, -1.55],
            [0, floor],
          ],
          dark,
          1.5,
        ),
        ...collar(colour),
        ...buttons(colour),
      ];
    case 'blazer':
    case 'suit': {
      const isSuit = kind === 'suit';
      const under = isSuit
        ? [
            torso(
              [
                [0, -1.6],
                [0.36, -1.3],
              ],
              second,
            ),
            ...buttons(second),
            ...collar(second),
          ]
        : [torso(crew, second)];
      return [...under, ...jacket(view, cloth(colour))];
    }
    case 'hoodie':
      return [
        torso(crew, colour),
        shape(
          bothSides([
            [0, -1.5],
            [0.24, -1.42],
            [0.38, -1.16],
            [0.5, -1.13],
            [0.58, -1.3],
            [0.46, -1.58],
            [0.2, -1.74],
            [0, -1.77],
          ]),
          cloth(lighter(colour, 0.06)),
        ),
        edge(
          [
            [-0.14, -1.74],
            [-0.16, -2.3],
          ],
          second,
          3.5,
        ),
        edge(
          [
            [0.14, -1.74],
            [0.17, -2.24],
          ],
          second,
          3.5,
        ),
      ];
  }
}
