import { type BrowPoint, browAt } from '../head/brows/brow-shape.ts';
import { type LidPose, lowerLidY, upperLidY } from '../head/eyes/eyelids.ts';
import { deeper, lighter } from '../look/shades.ts';
import { fractions, mix } from '../maths/smooth.ts';
import type { FrontView } from './front-view.ts';
import { type Point, polyline, smooth } from './outline.ts';
import { part, set } from './svg.ts';

export interface EyePose {
  readonly lids: LidPose;
  readonly gaze: { readonly x: number; readonly y: number };
  readonly brow: { readonly inner: number; readonly outer: number };
}

export interface DrawnEye {
  readonly element: SVGElement;
  apply(pose: EyePose): void;
}

const along = fractions(14);

export function drawEye(view: FrontView, side: 1 | -1): DrawnEye {
  const { look, form, gradients } = view;
  const { eye } = form;
  const [centreX, centreY] = [side * (eye.inner[0] + eye.outer[0]) * 0.5, eye.centre[1] + 0.004];
  const skin = look.skin.colour;
  const at = (u: number, y: number): Point => [side * mix(eye.inner[0], eye.outer[0], u), y];
  const slit = part('path');
  const clip = gradients.clip(slit);
  const iris = part('g', {}, irisParts(view, centreX, centreY));
  const white = part('path', { fill: '#f7f4f1' });
  const shadow = part('path', { fill: '#3a2a24', 'fill-opacity': 0.16 });
  const lid = part('path', {
    fill: 'none',
    stroke: look.eyes.lashes > 0.5 ? '#1d1411' : deeper(skin, 0.7),
    'stroke-width': 1.6 + 1.9 * look.eyes.lashes,
    'stroke-linecap': 'round',
  });
  const lower = part('path', {
    fill: 'none',
    stroke: deeper(skin, 0.45),
    'stroke-width': 1,
    'stroke-opacity': 0.6,
  });
  const tears = part('path', { fill: 'none', stroke: '#fff', 'stroke-width': 1, 'stroke-opacity': 0.7 });
  const crease = part('path', {
    fill: 'none',
    stroke: deeper(skin, 0.42),
    'stroke-width': 1.6,
    'stroke-opacity': 0.35 + 0.25 * eye.fold,
    'stroke-linecap': 'round',
  });
  const socket = part('ellipse', {
    cx: 100 * centreX,
    cy: -100 * (centreY + 0.06),
    rx: 22,
    ry: 15,
    fill: gradients.radial([centreX, centreY + 0.06], 0.22, [
      [0, deeper(skin, 0.3), 0.34],
      [1, deeper(skin, 0.3), 0],
    ]),
  });
  const brow = part('path', { fill: look.brows.colour, 'fill-opacity': 0.92 });
  const inside = part('g', { 'clip-path': clip }, [white, iris, shadow, tears]);
  const element = part('g', {}, [socket, inside, lower, crease, lid, brow]);
  return {
    element,
    apply: ({ lids, gaze, brow: lift }) => {
      const upper = along.map((u) => at(u, upperLidY(u, eye, lids)));
      const under = along.map((u) => at(u, lowerLidY(u, eye, lids)));
      const outline = polyline([...upper, ...[...under].reverse()], true);
      set(slit, { d: outline });
      set(white, { d: outline });
      set(shadow, {
        d: polyline([...upper, ...upper.map(([x, y]): Point => [x, y - 0.03]).reverse()], true),
      });
      set(lid, { d: lashLine(upper, side, look.eyes.lashes) });
      set(lower, { d: polyline(under) });
      set(tears, { d: smooth(under.slice(2, -1).map(([x, y]): Point => [x, y + 0.011])) });
      const fold = 0.035 + 0.012 * lids.shut;
      set(crease, { d: smooth(upper.slice(1, -1).map(([x, y]): Point => [x + side * 0.004, y + fold])) });
      set(iris, { transform: `translate(${(15 * gaze.x).toFixed(2)} ${(-15 * gaze.y).toFixed(2)})` });
      set(brow, { d: browOutline(view, side, lift) });
    },
  };
}

/** The line of the lid; with lashes it runs out beyond the corner. */
function lashLine(upper: readonly Point[], side: number, lashes: number): string {
  const [x, y] = upper.at(-1) ?? [0, 0];
  return smooth(lashes > 0.5 ? [...upper, [x + side * 0.025 * lashes, y + 0.016 * lashes]] : upper);
}

function irisParts({ look, form, gradients }: FrontView, x: number, y: number): SVGElement[] {
  const radius = form.eye.irisRadius;
  const { colour } = look.eyes;
  const fill = gradients.radial([x, y - 0.02], radius * 1.1, [
    [0, lighter(colour, 0.25)],
    [0.55, colour],
    [0.86, deeper(colour, 0.45)],
    [1, deeper(colour, 0.75)],
  ]);
  const [cx, cy] = [100 * x, -100 * y];
  return [
    part('circle', { cx, cy, r: 100 * radius, fill }),
    part('circle', { cx, cy, r: 42 * radius, fill: '#0d0908' }),
    part('circle', {
      cx: cx - 30 * radius,
      cy: cy - 38 * radius,
      r: 24 * radius,
      fill: '#fff',
      'fill-opacity': 0.95,
    }),
    part('circle', {
      cx: cx + 34 * radius,
      cy: cy + 40 * radius,
      r: 11 * radius,
      fill: '#fff',
      'fill-opacity': 0.5,
    }),
  ];
}

function browOutline({ look, form }: FrontView, side: number, lift: EyePose['brow']): string {
  const points = fractions(10).map((u): BrowPoint => {
    const point = browAt(u, look.brows, form);
    return { ...point, y: point.y + 0.08 * mix(lift.inner, lift.outer, u) };
  });
  const edge = (by: 1 | -1): Point[] => points.map(({ x, y, half }) => [side * x, y + by * half]);
  return smooth([...edge(1), ...edge(-1).reverse()], true);
}
