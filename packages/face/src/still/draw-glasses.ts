import { glassesOf } from '../accessories/glasses.ts';
import type { Vector } from '../maths/vector.ts';
import { project } from './camera.ts';
import type { FrontView } from './front-view.ts';
import { type Point, polyline } from './outline.ts';
import { part } from './svg.ts';

const seen = (line: readonly Vector[]): Point[] => line.map(([x, y, z]) => project(x, y, z));

export function drawGlasses({ look, form, tracing }: FrontView): SVGElement[] {
  const { style, colour } = look.glasses;
  const { frame, lenses, thick } = glassesOf(style, form, Math.abs(tracing.lobe[0]) - 0.03);
  const stroke = {
    fill: 'none',
    stroke: colour,
    'stroke-width': 220 * thick,
    'stroke-linecap': 'round',
  } as const;
  return [
    ...lenses.map((lens) =>
      part('path', { d: polyline(seen(lens), true), fill: '#ffffff', 'fill-opacity': 0.12 }),
    ),
    ...frame.map(({ line, closed }) => part('path', { d: polyline(seen(line), closed), ...stroke })),
  ];
}

/** Hoops, seen from their narrow side. */
export function drawEarrings({ look, tracing }: FrontView): SVGElement[] {
  if (!look.earrings) return [];
  const [x, y, z] = tracing.lobe;
  return [1, -1].map((side) => {
    const [cx, cy] = project(side * (x + 0.02), y - 0.052, z);
    return part('ellipse', {
      cx: 100 * cx,
      cy: -100 * cy,
      rx: 1.9,
      ry: 6,
      fill: 'none',
      stroke: '#d9a441',
      'stroke-width': 2.2,
    });
  });
}
