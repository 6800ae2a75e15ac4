import { deeper, flush, lighter, mixColours } from '../look/shades.ts';
import { seededRandom } from '../maths/random.ts';
import { bothSides, type Point, smooth } from './outline.ts';
import type { Sitter } from './sitter.ts';
import { part } from './svg.ts';

/** Skin of the face, of which the chin moves. */
export interface DrawnHead {
  readonly behind: SVGElement;
  readonly face: SVGElement;
  /** What lies on the face and shifts with it when the head turns. */
  readonly features: SVGElement;
  openJaw(drop: number): void;
}

export function drawHead(sitter: Sitter): DrawnHead {
  const { look, paints, faceHalf, edge } = sitter;
  const skin = look.skin.colour;
  const fill = paints.radial([-0.22, 0.2], 1.35, [
    [0, lighter(skin, 0.16)],
    [0.45, skin],
    [0.85, deeper(skin, 0.2)],
    [1, deeper(skin, 0.34)],
  ]);
  const outline = part('path', { d: smooth(bothSides(faceHalf(0)), true), fill });
  const features = part('g', {}, [...blush(sitter), ...freckles(sitter), ...years(sitter), ...nose(sitter)]);
  const [earX, earY] = edge(6.4);
  const behind = part('g', {}, [ear(sitter, earX, earY, 1), ear(sitter, earX, earY, -1)]);
  return {
    behind,
    face: part('g', {}, [outline]),
    features,
    openJaw: (drop) => outline.setAttribute('d', smooth(bothSides(faceHalf(drop)), true)),
  };
}

function ear({ look, paints }: Sitter, x: number, y: number, side: 1 | -1): SVGElement {
  const skin = look.skin.colour;
  const at = (points: readonly Point[]): string =>
    smooth(
      points.map(([a, b]) => [side * (x + a), y + b]),
      true,
    );
  const fill = paints.linear(
    [side * (x - 0.02), y],
    [side * (x + 0.12), y],
    [
      [0, deeper(skin, 0.34)],
      [1, deeper(skin, 0.1)],
    ],
  );
  return part('g', {}, [
    part('path', {
      d: at([
        [-0.05, 0.2],
        [0.07, 0.23],
        [0.125, 0.13],
        [0.1, -0.05],
        [0.05, -0.2],
        [-0.05, -0.18],
      ]),
      fill,
    }),
    part('path', {
      d: at([
        [-0.03, 0.13],
        [0.055, 0.15],
        [0.075, 0.06],
        [0.035, -0.08],
        [-0.03, -0.08],
      ]),
      fill: deeper(skin, 0.36),
      'fill-opacity': 0.55,
    }),
  ]);
}

function blush({ look, paints, form }: Sitter): SVGElement[] {
  const colour = flush(look.skin.colour);
  const strength = 0.12 + 0.3 * look.skin.blush;
  const glow = (x: number, y: number, radius: number, alpha: number): SVGElement =>
    part('circle', {
      cx: 100 * x,
      cy: -100 * y,
      r: 100 * radius,
      fill: paints.radial([x, y], radius, [
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

function freckles({ look }: Sitter): SVGElement[] {
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

/** Lines beside the mouth, on the forehead and around the eyes, deeper with the years. */
function years({ look, form }: Sitter): SVGElement[] {
  if (form.years < 0.05) return [];
  const { mouth, nose: shape, eye } = form;
  const line = (points: readonly Point[], strength: number): SVGElement =>
    part('path', {
      d: smooth(points),
      fill: 'none',
      stroke: deeper(look.skin.colour, 0.42),
      'stroke-width': 1.5,
      'stroke-linecap': 'round',
      'stroke-opacity': (strength * form.years).toFixed(2),
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

function nose({ look, form, paints }: Sitter): SVGElement[] {
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
      fill: paints.radial([-0.015, tipY + 0.02], tipRadius * 0.8, [
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
