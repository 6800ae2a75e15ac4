import { deeper, lighter, mixColours } from '../look/shades.ts';
import type { FrontView } from './front-view.ts';
import { type Point, smooth } from './outline.ts';
import { part } from './svg.ts';

export function nose({ look, form, gradients }: FrontView): SVGElement[] {
  const { tipY, wingX, wingRadius, tipRadius } = form.nose;
  const skin = look.skin.colour;
  const shadow = deeper(skin, 0.36);
  const [out, base] = [wingX + wingRadius * 0.7, tipY - 0.055];
  const side: Point[] = [
    [0.075, 0.12],
    [0.055, -0.02],
    [0.07, tipY + 0.12],
    [out, tipY - 0.005],
    [out * 0.85, base],
    [0.035, base - 0.005],
    [0.035, tipY + 0.04],
    [0.028, 0.02],
  ];
  const under: Point[] = [
    [-out, tipY - 0.01],
    [-out * 0.78, base - 0.002],
    [-wingX * 0.5, base + 0.012],
    [0, base - 0.022],
    [wingX * 0.5, base + 0.012],
    [out * 0.78, base - 0.002],
    [out, tipY - 0.01],
  ];
  const nostril = (x: number): SVGElement =>
    part('ellipse', {
      cx: 100 * x,
      cy: -100 * (base + 0.014),
      rx: 100 * wingRadius * 0.44,
      ry: 1.3,
      fill: deeper(skin, 0.62),
      'fill-opacity': 0.7,
    });
  const shine = lighter(mixColours(skin, '#ffffff', 0.3), 0.2);
  return [
    part('path', { d: smooth(side, true), fill: shadow, 'fill-opacity': 0.2 }),
    part('ellipse', {
      cx: -1.5,
      cy: -100 * (tipY + 0.02),
      rx: 100 * tipRadius * 0.8,
      ry: 100 * tipRadius * 0.75,
      fill: gradients.radial([-0.015, tipY + 0.02], tipRadius * 0.8, [
        [0, shine, 0.6],
        [1, shine, 0],
      ]),
    }),
    part('path', {
      d: smooth(under),
      fill: 'none',
      stroke: deeper(skin, 0.46),
      'stroke-width': 2,
      'stroke-linecap': 'round',
      'stroke-opacity': 0.65,
    }),
    nostril(wingX * 0.62),
    nostril(-wingX * 0.62),
  ];
}
