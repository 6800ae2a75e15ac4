import { deeper, flush } from '../look/shades.ts';
import { seededRandom } from '../maths/random.ts';
import type { FrontView } from './front-view.ts';
import { type Point, smooth } from './outline.ts';
import { part } from './svg.ts';

export function blush({ look, gradients, form }: FrontView): SVGElement[] {
  const colour = flush(look.skin.colour);
  const strength = 0.12 + 0.3 * look.skin.blush;
  const glow = (x: number, y: number, radius: number, alpha: number): SVGElement =>
    part('circle', {
      cx: 100 * x,
      cy: -100 * y,
      r: 100 * radius,
      fill: gradients.radial([x, y], radius, [
        [0, colour, alpha],
        [1, colour, 0],
      ]),
    });
  return [
    glow(0.4, -0.28, 0.26, strength),
    glow(-0.4, -0.28, 0.26, strength),
    glow(0, form.nose.tipY, 0.12, strength * 0.8),
  ];
}

export function freckles({ look }: FrontView): SVGElement[] {
  const random = seededRandom(7);
  const fill = deeper(look.skin.colour, 0.42);
  return Array.from({ length: Math.round(70 * look.skin.freckles) }, () => {
    const x = (random() + random() + random() - 1.5) * 0.46;
    const y = -0.18 + (random() + random() - 1) * 0.16;
    return part('circle', {
      cx: (100 * x).toFixed(1),
      cy: (-100 * y).toFixed(1),
      r: (0.5 + 0.5 * random()).toFixed(2),
      fill,
      'fill-opacity': (0.25 + 0.35 * random()).toFixed(2),
    });
  });
}

/** Age lines beside the mouth, on the forehead and around the eyes. */
export function wrinkles({ look, form }: FrontView): SVGElement[] {
  if (form.ageing < 0.05) return [];
  const { mouth, nose: shape, eye } = form;
  const line = (points: readonly Point[], strength: number): SVGElement =>
    part('path', {
      d: smooth(points),
      fill: 'none',
      stroke: deeper(look.skin.colour, 0.42),
      'stroke-width': 1.5,
      'stroke-linecap': 'round',
      'stroke-opacity': (strength * form.ageing).toFixed(2),
    });
  const sides = ([1, -1] as const).flatMap((side) => [
    line(
      [
        [side * (shape.wingX + 0.06), shape.tipY + 0.01],
        [side * (mouth.halfWidth + 0.05), shape.tipY - 0.12],
        [side * (mouth.halfWidth + 0.075), mouth.y - 0.02],
      ],
      0.75,
    ),
    line(
      [
        [side * (eye.inner[0] + 0.03), -0.105],
        [side * eye.centre[0], -0.135],
        [side * (eye.outer[0] - 0.02), -0.1],
      ],
      0.55,
    ),
    ...[-0.02, 0.03, 0.075].map((up) =>
      line(
        [
          [side * (eye.outer[0] + 0.045), eye.outer[1] + up * 0.5],
          [side * (eye.outer[0] + 0.11), eye.outer[1] + up],
        ],
        0.5,
      ),
    ),
  ]);
  const forehead = [0.38, 0.45, 0.52].map((y, i) =>
    line(
      [
        [-0.3 + 0.03 * i, y],
        [-0.1, y + 0.02],
        [0.12, y + 0.018],
        [0.3 - 0.03 * i, y - 0.004],
      ],
      0.5,
    ),
  );
  return [...sides, ...forehead];
}
