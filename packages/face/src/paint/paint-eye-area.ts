import { lidsAtRest, lowerLidY, upperLidY } from '../head/eyes/eyelids.ts';
import type { HeadForm } from '../head/head-form.ts';
import type { FaceLook } from '../look/face-look.ts';
import { deeper, flush, withAlpha } from '../look/shades.ts';
import { mix } from '../maths/smooth.ts';
import { type Brush, type Point, spot, steps, trace } from './canvas-tools.ts';

/** Shadow in the socket, the line of the lashes and a little warmth around the eye. */
export function paintEyeArea(brush: Brush, look: FaceLook, form: HeadForm): void {
  const { eye, ageing } = form;
  const skin = look.skin.colour;
  const at = (u: number, y: number): Point => [mix(eye.inner[0], eye.outer[0], u), y];
  const upper = steps(24).map((u) => at(u, upperLidY(u, eye, lidsAtRest)));
  const lower = steps(24).map((u) => at(u, lowerLidY(u, eye, lidsAtRest)));
  const warm = flush(skin);
  for (const side of [1, -1]) {
    brush.save();
    brush.scale(side, 1);
    spot(brush, eye.centre[0], 0.06, 0.2, [withAlpha(deeper(skin, 0.4), 0.34), withAlpha(skin, 0)], 1.05);
    spot(brush, eye.inner[0] - 0.01, 0, 0.09, [withAlpha(warm, 0.3), withAlpha(warm, 0)]);
    spot(
      brush,
      eye.centre[0] - 0.02,
      -0.1,
      0.13,
      [withAlpha(deeper(skin, 0.4), 0.14 + 0.2 * ageing), withAlpha(skin, 0)],
      1.2,
    );
    brush.filter = 'blur(2px)';
    trace(brush, upper);
    brush.strokeStyle = withAlpha(deeper(skin, 0.78), 0.45 + 0.5 * look.eyes.lashes);
    brush.lineWidth = 0.012 + 0.012 * look.eyes.lashes;
    brush.stroke();
    trace(brush, lower);
    brush.strokeStyle = withAlpha(deeper(skin, 0.62), 0.3 + 0.2 * look.eyes.lashes);
    brush.lineWidth = 0.008;
    brush.stroke();
    brush.restore();
  }
}
