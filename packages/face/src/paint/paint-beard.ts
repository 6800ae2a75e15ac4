import { beardShape } from '../hair/beard-shape.ts';
import type { HeadForm } from '../head/head-form.ts';
import type { FaceLook } from '../look/face-look.ts';
import { mixColours, withAlpha } from '../look/shades.ts';
import { type Brush, spot } from './canvas-tools.ts';

/** The soft shade of a stubble beard, or the edge of a fuller one. */
export function paintBeard(brush: Brush, look: FaceLook, form: HeadForm): void {
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
        spot(brush, x, y, cell * 1.7, [withAlpha(ground, share * (isStubble ? 0.2 : 0.36)), clear]);
    }
}
