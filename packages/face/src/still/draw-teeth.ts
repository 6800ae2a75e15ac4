import type { ExpressionWeights } from '../head/expressions.ts';
import type { HeadForm } from '../head/head-form.ts';
import type { InnerSheet } from '../head/mouth/inner-sheet.ts';
import { movingSheet } from '../head/mouth/mouth-outline.ts';
import { edgeRise, teethForm, teethSheet, toothGaps } from '../head/mouth/teeth.ts';
import { hullOf } from '../maths/hull.ts';
import type { FrontView } from './front-view.ts';
import { type Point, polyline } from './outline.ts';
import { part, set } from './svg.ts';

export interface DrawnTeeth {
  readonly upper: SVGElement;
  readonly lower: SVGElement;
  apply(weights: ExpressionWeights): void;
}

/** Both rows of teeth as bands, with faint lines between the upper front teeth. Only the jaw moves the lower row. */
export function drawTeeth({ form, gradients }: FrontView): DrawnTeeth {
  const [upper, lower] = [bandOf(teethSheet(form, 1), form), bandOf(teethSheet(form, -1), form)];
  const teeth = teethForm(form);
  const { upperEdge, upperHeight, halfWidth } = teeth;
  const front = toothGaps(form).filter((x) => x < 0.7 * halfWidth);
  const line = (x: number): string =>
    polyline([
      [x, upperEdge + upperHeight],
      [x, upperEdge + edgeRise(x, teeth) + 0.006],
    ]);
  const gaps = part('path', {
    d: [...front, ...front.map((x) => -x)].map(line).join(''),
    fill: 'none',
    stroke: '#a8917f',
    'stroke-width': 0.5,
    'stroke-opacity': 0.32,
  });
  /** White in front and dark towards the cheeks. */
  const fill = (white: string): string =>
    gradients.linear(
      [-halfWidth, 0],
      [halfWidth, 0],
      [
        [0, '#6d3a35'],
        [0.12, '#b59a8c'],
        [0.32, white],
        [0.68, white],
        [0.88, '#b59a8c'],
        [1, '#6d3a35'],
      ],
    );
  set(upper.band, { fill: fill('#f5eee5') });
  set(lower.band, { fill: fill('#e6dccf') });
  return {
    upper: part('g', {}, [upper.band, gaps]),
    lower: lower.band,
    apply: (weights) => {
      upper.apply(weights);
      lower.apply(weights);
    },
  };
}

function bandOf(sheet: InnerSheet, form: HeadForm) {
  const band = part('path');
  const points = movingSheet(sheet, form);
  return {
    band,
    apply: (weights: ExpressionWeights): void =>
      set(band, { d: polyline(hullOf(points(weights).map(([x, y]): Point => [x, y])), true) }),
  };
}
