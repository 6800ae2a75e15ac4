import type { ExpressionWeights } from '../head/expressions.ts';
import { lipLine, lowerLipHeight, upperLipHeight } from '../head/lips.ts';
import { deeper, lighter } from '../look/shades.ts';
import { clamp } from '../maths/smooth.ts';
import type { FrontView } from './front-view.ts';
import { type Point, polyline, steps } from './outline.ts';
import { part, set } from './svg.ts';

export interface DrawnMouth {
  readonly element: SVGElement;
  /** Returns how far the chin drops. */
  apply(weights: ExpressionWeights): number;
}

const across = steps(24).map((t) => 2 * t - 1);

export function drawMouth(view: FrontView): DrawnMouth {
  const { look, form, gradients } = view;
  const { mouth } = form;
  const lips = look.lips.colour;
  const hole = part('path');
  const clip = gradients.clip(hole);
  const dark = part('path', { fill: '#3c1216', 'data-part': 'mouth-opening' });
  const teeth = part('path', { fill: '#f4efe8' });
  const tongue = part('ellipse', { fill: '#b7545a' });
  const [upper, lower] = [part('path', { fill: deeper(lips, 0.12) }), part('path', { fill: lips })];
  const seam = part('path', {
    fill: 'none',
    stroke: deeper(lips, 0.62),
    'stroke-width': 1.5,
    'stroke-linecap': 'round',
  });
  const gleam = part('ellipse', { fill: lighter(lips, 0.45), 'fill-opacity': 0.35 });
  const inside = part('g', { 'clip-path': clip }, [dark, tongue, teeth]);
  const element = part('g', {}, [inside, upper, lower, gleam, seam]);
  return {
    element,
    apply: (weights) => {
      const w = (name: keyof ExpressionWeights): number => clamp(weights[name] ?? 0, 0, 1);
      const round = clamp(0.4 * w('mouthPucker') + 0.34 * w('mouthFunnel'), 0, 0.5);
      const smile = (w('mouthSmileLeft') + w('mouthSmileRight')) / 2;
      const wide = 1 + 0.16 * w('mouthStretch') + 0.14 * smile - round;
      const raised = 0.035 * w('mouthUpperUp') + 0.02 * w('mouthFunnel');
      const jaw = 0.24 * w('jawOpen');
      const dropped = jaw + 0.045 * w('mouthLowerDown') + 0.03 * w('mouthFunnel');
      const thin = 1 - 0.55 * w('mouthPress');
      const rolled = 1 - 0.75 * w('mouthRollLower');
      const half = mouth.halfWidth * wide;
      const bend = 0.05 * smile - 0.05 * w('mouthFrown');
      const arch = (u: number, power: number): number => Math.max(0, 1 - Math.abs(u) ** power) ** 0.7;
      const at = (u: number, y: (x: number) => number): Point => {
        const x = u * mouth.halfWidth;
        return [u * half, y(x) + bend * (Math.abs(u) ** 1.6 - 0.25) - jaw * 0.12];
      };
      const line = (x: number): number => lipLine(x, mouth);
      const [up, down] = [(1 + 0.5 * round) * thin, (1 + 0.5 * round) * thin * rolled];
      const top = across.map((u) =>
        at(u, (x) => line(x) + upperLipHeight(x, mouth) * up + raised * arch(u, 2)),
      );
      const above = across.map((u) => at(u, (x) => line(x) + raised * arch(u, 2.2)));
      const below = across.map((u) => at(u, (x) => line(x) - dropped * arch(u, 2.6)));
      const bottom = across.map((u) =>
        at(u, (x) => line(x) - dropped * arch(u, 2.6) - lowerLipHeight(x, mouth) * down),
      );
      const opening = polyline([...above, ...[...below].reverse()], true);
      for (const path of [hole, dark]) set(path, { d: opening });
      set(upper, { d: polyline([...top, ...[...above].reverse()], true) });
      set(lower, { d: polyline([...below, ...[...bottom].reverse()], true) });
      const isOpen = raised + dropped > 0.012;
      set(seam, { d: polyline(above), 'stroke-opacity': isOpen ? 0 : 0.8 });
      const [, teethTop] = above[12] ?? [0, 0];
      const teethEnd = teethTop - Math.min(0.075, 0.03 + 0.35 * dropped);
      const bite = across.map((u): Point => [u * half, teethEnd + 0.02 * u * u]);
      set(teeth, {
        d: polyline([...above.map(([x, y]): Point => [x, y + 0.02]), ...[...bite].reverse()], true),
      });
      const [, floor] = below[12] ?? [0, 0];
      const lifted = 0.05 * w('tongueOut');
      set(tongue, { cx: 0, cy: -100 * (floor - 0.03 + lifted), rx: 62 * half, ry: 8 });
      const lip = lowerLipHeight(0, mouth) * down;
      set(gleam, { cx: -3, cy: -100 * (floor - lip * 0.45), rx: 30 * half, ry: Math.max(0.1, 22 * lip) });
      return jaw * 0.75;
    },
  };
}
