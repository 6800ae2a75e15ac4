import { beardShape } from '../hair/beard-shape.ts';
import type { HeadForm } from '../head/head-form.ts';
import type { FaceLook } from '../look/face-look.ts';
import { mixColours, withAlpha } from '../look/shades.ts';
import { between, type Random } from '../maths/random.ts';
import { type Brush, spot } from './canvas-tools.ts';

/** Shadow and stubble: a whole stubble beard, or the soft edge of a fuller one. */
export function paintBeard(brush: Brush, look: FaceLook, form: HeadForm, random: Random): void {
  const { style, colour } = look.facialHair;
  if (style === 'none') return;
  const shape = beardShape(style, form);
  const isStubble = style === 'stubble';
  const ground = mixColours(look.skin.colour, colour, 0.55);
  const cell = 0.022;
  const clear = withAlpha(ground, 0);
  for (let y = -1.1; y < 0.1; y += cell)
    for (let x = -0.8; x < 0.8; x += cell) {
      const share = shape(x, y);
      if (share > 0.03)
        spot(brush, x, y, cell * 1.7, [withAlpha(ground, share * (isStubble ? 0.17 : 0.36)), clear]);
    }
  for (let i = 0; i < 5200; i++) {
    const [x, y] = [between(random, -0.75, 0.75), between(random, -1.1, 0.1)];
    if (random() > shape(x, y)) continue;
    brush.strokeStyle = withAlpha(colour, between(random, 0.25, isStubble ? 0.55 : 0.8));
    brush.lineWidth = 0.0034;
    brush.beginPath();
    brush.moveTo(x, y);
    brush.lineTo(
      x + 0.004 * Math.sign(x) + between(random, -0.003, 0.003),
      y - between(random, 0.006, 0.014),
    );
    brush.stroke();
  }
}
