import type { HeadForm } from '../head/head-form.ts';
import type { FaceLook } from '../look/face-look.ts';
import { brightness, deeper, flush, withAlpha } from '../look/shades.ts';
import { between, type Random, seededRandom } from '../maths/random.ts';
import { type Brush, spot, useHeadUnits } from './canvas-tools.ts';
import { paintBeard, paintEyeArea, paintLips } from './paint-features.ts';
import { paintWrinkles } from './paint-wrinkles.ts';

/** Paints the whole face as seen from the front. The caller chooses the size of the canvas. */
export function paintSkin(brush: Brush, size: number, look: FaceLook, form: HeadForm): void {
  const random = seededRandom(7);
  brush.setTransform(1, 0, 0, 1, 0, 0);
  brush.fillStyle = look.skin.colour;
  brush.fillRect(0, 0, size, size);
  useHeadUnits(brush, size, size);
  paintBlush(brush, look, form);
  if (look.skin.freckles > 0) paintFreckles(brush, look, random);
  paintEyeArea(brush, look, form);
  if (form.ageing > 0.02) paintWrinkles(brush, look, form);
  paintBeard(brush, look, form, random);
  paintLips(brush, look, form);
}

function paintBlush(brush: Brush, look: FaceLook, form: HeadForm): void {
  const colour = flush(look.skin.colour);
  const strength = 0.08 + 0.36 * look.skin.blush;
  const glow = (x: number, y: number, size: number, alpha: number, flat = 1) =>
    spot(brush, x, y, size, [withAlpha(colour, alpha), withAlpha(colour, 0)], flat);
  for (const side of [-1, 1]) glow(side * 0.4, -0.28, 0.25, strength, 1.2);
  glow(0, form.nose.tipY, 0.15, strength * 0.7);
  glow(0, -0.84, 0.2, strength * 0.35);
}

function paintFreckles(brush: Brush, look: FaceLook, random: Random): void {
  const colour = deeper(look.skin.colour, brightness(look.skin.colour) > 0.5 ? 0.42 : 0.3);
  const count = Math.round(110 * look.skin.freckles);
  for (let i = 0; i < count; i++) {
    const x = (random() + random() - 1) * 0.4;
    const y = -0.17 + (random() + random() - 1) * 0.15 - 0.1 * Math.abs(x) * random();
    const size = between(random, 0.006, 0.016);
    spot(brush, x, y, size, [withAlpha(colour, between(random, 0.4, 0.8)), withAlpha(colour, 0)], 1.1);
  }
}
