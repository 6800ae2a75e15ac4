import type { ExpressionWeights } from '../head/expressions.ts';
import { lowerLipHeight } from '../head/mouth/lips.ts';
import { mouthOutline, movingSheet } from '../head/mouth/mouth-outline.ts';
import { teethForm } from '../head/mouth/teeth.ts';
import { tongueSheet } from '../head/mouth/tongue.ts';
import { deeper, lighter } from '../look/shades.ts';
import { hullOf } from '../maths/hull.ts';
import { clamp, ramp } from '../maths/smooth.ts';
import type { Vector } from '../maths/vector.ts';
import { drawTeeth } from './draw-teeth.ts';
import type { FrontView } from './front-view.ts';
import { type Point, polyline } from './outline.ts';
import { part, set } from './svg.ts';

export interface DrawnMouth {
  readonly element: SVGElement;
  /** Returns how far the chin drops. */
  apply(weights: ExpressionWeights): number;
}

const insideColour = '#55201f';
const tongueColour = '#b5504e';
const chinDrop = 0.18;

/** The mouth of the 3D head from the front: the same lips, teeth and tongue in flat colours. */
export function drawMouth(view: FrontView): DrawnMouth {
  const { look, form, gradients } = view;
  const lips = look.lips.colour;
  const outline = mouthOutline(form);
  const tonguePoints = movingSheet(tongueSheet(form), form);
  const teeth = drawTeeth(view);
  const { frontZ } = teethForm(form);
  const hole = part('path');
  const clip = gradients.clip(hole);
  const dark = part('path', { fill: insideColour, 'data-part': 'mouth-opening' });
  const tongue = part('path', { fill: tongueColour });
  /** The part of the tongue that is in front of the teeth. */
  const tip = part('path', { fill: lighter(tongueColour, 0.12) });
  const shadow = part('path', {
    fill: 'none',
    stroke: '#3a1212',
    'stroke-opacity': 0.16,
    'stroke-width': 3.4,
  });
  const [upper, lower] = [part('path', { fill: deeper(lips, 0.14) }), part('path', { fill: lips })];
  const seam = part('path', {
    fill: 'none',
    stroke: deeper(lips, 0.6),
    'stroke-width': 1.3,
    'stroke-linecap': 'round',
  });
  /** The edge of the lower lip. Without it the tongue would look like a part of the lip. */
  const brim = part('path', { fill: 'none', stroke: deeper(lips, 0.5), 'stroke-width': 0.9 });
  const gleam = part('ellipse', { fill: lighter(lips, 0.45), 'fill-opacity': 0.35 });
  const inside = part('g', { 'clip-path': clip }, [dark, teeth.lower, tongue, teeth.upper, tip, shadow]);
  const element = part('g', {}, [inside, upper, lower, brim, gleam, seam]);
  return {
    element,
    apply: (weights) => {
      const { upperBorder, upperEdge, lowerEdge, lowerBorder } = outline(weights);
      const between = (a: readonly Vector[], b: readonly Vector[]): string =>
        polyline([...a.map(flat), ...b.map(flat).reverse()], true);
      const opening = between(upperEdge, lowerEdge);
      for (const path of [hole, dark]) set(path, { d: opening });
      set(upper, { d: between(upperBorder, upperEdge) });
      set(lower, { d: between(lowerEdge, lowerBorder) });
      set(shadow, { d: polyline(upperEdge.map(flat)) });
      const [top, bottom] = [middleOf(upperEdge), middleOf(lowerEdge)];
      const gap = top[1] - bottom[1];
      set(seam, {
        d: polyline(upperEdge.map(flat)),
        'stroke-opacity': (0.8 * ramp(0.03, 0.006, gap)).toFixed(2),
      });
      set(brim, {
        d: polyline(lowerEdge.map(flat)),
        'stroke-opacity': (0.55 * ramp(0.006, 0.03, gap)).toFixed(2),
      });
      teeth.apply(weights);
      const points = tonguePoints(weights);
      set(tongue, { d: polyline(hullOf(points.map(flat)), true) });
      const before = points.filter(([, , z]) => z > frontZ - 0.01);
      set(tip, { d: before.length > 2 ? polyline(hullOf(before.map(flat)), true) : '' });
      const height = bottom[1] - middleOf(lowerBorder)[1];
      const width = (lowerEdge.at(-1)?.[0] ?? 0) - (lowerEdge[0]?.[0] ?? 0);
      set(gleam, {
        cx: -3,
        cy: -100 * (bottom[1] - height * 0.45),
        rx: 15 * width,
        ry: Math.max(0.1, 20 * Math.min(height, lowerLipHeight(0, form.mouth))),
      });
      return chinDrop * clamp(weights.jawOpen ?? 0, 0, 1);
    },
  };
}

const flat = ([x, y]: Vector): Point => [x, y];
const middleOf = (line: readonly Vector[]): Vector => line[Math.floor(line.length / 2)] ?? [0, 0, 0];
