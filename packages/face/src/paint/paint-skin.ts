import type { HeadForm } from '../head/head-form.ts';
import type { FaceLook } from '../look/face-look.ts';
import { brightness, deeper, flush, lighter, withAlpha } from '../look/shades.ts';
import { between, type Random, seededRandom } from '../maths/random.ts';
import { type Brush, spot, useHeadUnits } from './canvas-tools.ts';
import { paintBeard } from './paint-beard.ts';
import { paintBrows } from './paint-brows.ts';
import { paintEyeArea } from './paint-eye-area.ts';
import { paintLips } from './paint-lips.ts';
import { paintWrinkles } from './paint-wrinkles.ts';

/** Paints the whole face as seen from the front. The caller chooses the size of the canvas. */
export function paintSkin(brush: Brush, size: number, look: FaceLook, form: HeadForm): void {
  const random = seededRandom(7);
  brush.setTransform(1, 0, 0, 1, 0, 0);
  brush.fillStyle = look.skin.colour;
  brush.fillRect(0, 0, size, size);
  useHeadUnits(brush, size, size);
  paintMottle(brush, look, random);
  paintBlush(brush, look, form);
  if (look.skin.freckles > 0) paintFreckles(brush, look, random);
  paintEyeArea(brush, look, form);
  if (form.ageing > 0.02) paintWrinkles(brush, look, form);
  paintBeard(brush, look, form, random);
  paintLips(brush, look, form);
  paintBrows(brush, look, form, random);
}

/** Real skin varies in colour. Without these faint clouds it looks like plastic. */
function paintMottle(brush: Brush, look: FaceLook, random: Random): void {
  const [dark, light] = [deeper(look.skin.colour, 0.16), lighter(look.skin.colour, 0.1)];
  for (let i = 0; i < 260; i++) {
    const colour = random() < 0.5 ? dark : light;
    const [x, y] = [between(random, -0.8, 0.8), between(random, -1.1, 0.95)];
    spot(brush, x, y, between(random, 0.02, 0.11), [withAlpha(colour, 0.14), withAlpha(colour, 0)]);
  }
}

function paintBlush(brush: Brush, look: FaceLook, form: HeadForm): void {
  const colour = flush(look.skin.colour);
  const strength = 0.1 + 0.34 * look.skin.blush;
  const glow = (x: number, y: number, size: number, alpha: number, flat = 1) =>
    spot(brush, x, y, size, [withAlpha(colour, alpha), withAlpha(colour, 0)], flat);
  for (const side of [-1, 1]) {
    glow(side * 0.37, -0.26, 0.21, strength, 1.25);
    glow(side * 0.37, -0.22, 0.12, strength * 0.5, 1.3);
    glow(side * form.nose.wingX, form.nose.tipY - 0.01, 0.07, strength * 0.6);
  }
  glow(0, form.nose.tipY, 0.11, strength * 0.9);
  glow(0, -0.87, 0.12, strength * 0.4, 1.4);
}

function paintFreckles(brush: Brush, look: FaceLook, random: Random): void {
  const colour = deeper(look.skin.colour, brightness(look.skin.colour) > 0.5 ? 0.42 : 0.3);
  const count = Math.round(150 * look.skin.freckles);
  for (let i = 0; i < count; i++) {
    const x = (random() + random() + random() - 1.5) * 0.42;
    const y = -0.17 + (random() + random() - 1) * 0.17 - 0.25 * Math.abs(x) * (random() - 0.3);
    const size = between(random, 0.004, 0.0095);
    brush.fillStyle = withAlpha(colour, between(random, 0.2, 0.62));
    brush.beginPath();
    brush.ellipse(x, y, size * 1.1, size, 0, 0, Math.PI * 2);
    brush.fill();
  }
}
