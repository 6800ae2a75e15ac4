import type { GlassesStyle } from '../look/face-look.ts';
import type { FrontView } from './front-view.ts';
import { type Point, smooth } from './outline.ts';
import { part } from './svg.ts';

type Rim = readonly Point[];

/** The rim around one eye, its middle at the origin, outwards to the right. */
const rims: Readonly<Record<Exclude<GlassesStyle, 'none'>, Rim>> = {
  round: Array.from(
    { length: 12 },
    (_, i): Point => [0.215 * Math.cos((i * Math.PI) / 6), 0.205 * Math.sin((i * Math.PI) / 6)],
  ),
  square: [
    [-0.2, 0.13],
    [-0.1, 0.165],
    [0.1, 0.165],
    [0.215, 0.14],
    [0.225, 0],
    [0.2, -0.13],
    [0.1, -0.165],
    [-0.1, -0.165],
    [-0.19, -0.13],
    [-0.215, 0],
  ],
  'cat-eye': [
    [-0.2, 0.1],
    [-0.05, 0.14],
    [0.12, 0.165],
    [0.26, 0.19],
    [0.235, 0.05],
    [0.19, -0.1],
    [0.06, -0.16],
    [-0.1, -0.15],
    [-0.2, -0.06],
  ],
  'half-rim': [
    [-0.2, 0.1],
    [-0.1, 0.135],
    [0.1, 0.14],
    [0.215, 0.115],
    [0.215, 0],
    [0.17, -0.12],
    [0, -0.155],
    [-0.16, -0.12],
    [-0.21, 0],
  ],
};

export function drawGlasses({ look, form, edge }: FrontView): SVGElement[] {
  const { style, colour } = look.glasses;
  if (style === 'none') return [];
  const rim = rims[style];
  const [x, y] = [(form.eye.inner[0] + form.eye.outer[0]) / 2 + 0.012, -0.02];
  const width = style === 'square' || style === 'cat-eye' ? 4.2 : 3;
  const stroke = { fill: 'none', stroke: colour, 'stroke-width': width, 'stroke-linecap': 'round' } as const;
  const side = [1, -1].flatMap((s) => {
    const at = (points: Rim): Point[] => points.map(([a, b]) => [s * (x + a), y + b]);
    const outline = { d: smooth(at(rim), true) };
    const frame =
      style === 'half-rim' ? { d: smooth(at([[-0.215, 0.02], ...rim.slice(0, 4), [0.22, 0.02]])) } : outline;
    const [templeX] = edge(6);
    return [
      part('path', { ...outline, fill: '#ffffff', 'fill-opacity': 0.1 }),
      part('path', { ...frame, ...stroke }),
      part('path', {
        d: smooth([
          [s * (x + 0.22), y + 0.07],
          [s * templeX, y + 0.09],
        ]),
        ...stroke,
      }),
      part('path', {
        d: smooth(
          at([
            [-0.12, 0.09],
            [-0.03, 0.12],
          ]),
        ),
        ...stroke,
        stroke: '#fff',
        'stroke-width': 2,
        'stroke-opacity': 0.5,
      }),
    ];
  });
  const gap = x - 0.2;
  return [
    ...side,
    part('path', {
      d: smooth([
        [-gap, y + 0.05],
        [0, y + 0.085],
        [gap, y + 0.05],
      ]),
      ...stroke,
    }),
  ];
}

export function drawEarrings({ look, edge }: FrontView): SVGElement[] {
  if (!look.earrings) return [];
  const [x, y] = edge(6.4);
  return [1, -1].map((side) =>
    part('circle', {
      cx: side * 100 * (x + 0.045),
      cy: -100 * (y - 0.24),
      r: 4.2,
      fill: '#e2b659',
      stroke: '#9a742c',
      'stroke-width': 1,
    }),
  );
}
