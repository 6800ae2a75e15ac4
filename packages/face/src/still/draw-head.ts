import { deeper, lighter } from '../look/shades.ts';
import { ramp } from '../maths/smooth.ts';
import { nose } from './draw-nose.ts';
import { blush, freckles, wrinkles } from './draw-skin.ts';
import { drawTones } from './draw-tones.ts';
import type { FrontView } from './front-view.ts';
import { type Point, smooth } from './outline.ts';
import { part } from './svg.ts';

/** The skin of the face, with a chin that moves. */
export interface DrawnHead {
  readonly behind: SVGElement;
  readonly face: SVGElement;
  /** Features that shift with the face when the head turns. */
  readonly features: SVGElement;
  openJaw(drop: number): void;
}

export function drawHead(view: FrontView): DrawnHead {
  const { look, gradients, tracing } = view;
  const skin = look.skin.colour;
  const fill = gradients.radial([-0.22, 0.2], 1.35, [
    [0, lighter(skin, 0.14)],
    [0.45, skin],
    [0.85, deeper(skin, 0.15)],
    [1, deeper(skin, 0.26)],
  ]);
  const around = tracing.face;
  const outline = part('path', { d: smooth(around, true), fill });
  const features = part('g', {}, [...blush(view), ...freckles(view), ...wrinkles(view), ...nose(view)]);
  const ears = drawTones(gradients, tracing.ears, {
    colour: deeper(skin, 0.06),
    shades: [0.24],
  });
  return {
    behind: part('g', {}, ears),
    face: part('g', {}, [outline]),
    features,
    openJaw: (drop) =>
      outline.setAttribute(
        'd',
        smooth(
          around.map(([x, y]): Point => [x, y - drop * ramp(-0.25, -0.8, y)]),
          true,
        ),
      ),
  };
}
