import { type BrowPoint, browAt } from '../head/brow-shape.ts';
import type { HeadForm } from '../head/head-form.ts';
import type { FaceLook } from '../look/face-look.ts';
import { deeper, withAlpha } from '../look/shades.ts';
import { between, type Random } from '../maths/random.ts';
import { mix } from '../maths/smooth.ts';
import { type Brush, steps, trace } from './canvas-tools.ts';

/** Paints single hairs over a soft base. A filled shape would look like a sticker. */
export function paintBrows(brush: Brush, look: FaceLook, form: HeadForm, random: Random): void {
  for (const side of [1, -1]) {
    brush.save();
    brush.scale(side, 1);
    paintGround(brush, look, form);
    const count = Math.round(150 + 60 * look.brows.thickness);
    for (let i = 0; i < count; i++) paintHair(brush, look, form, random, i / count);
    brush.restore();
  }
}

function paintGround(brush: Brush, look: FaceLook, form: HeadForm): void {
  const spine = steps(24).map((u) => browAt(u, look.brows, form));
  const over = spine.map((p): [number, number] => [p.x, p.y + p.half]);
  const under = spine.map((p): [number, number] => [p.x, p.y - p.half]).reverse();
  brush.save();
  brush.filter = 'blur(3px)';
  trace(brush, [...over, ...under], true);
  brush.fillStyle = withAlpha(look.brows.colour, 0.62);
  brush.fill();
  brush.restore();
}

function paintHair(brush: Brush, look: FaceLook, form: HeadForm, random: Random, u: number): void {
  const at: BrowPoint = browAt(u, look.brows, form);
  const next = browAt(Math.min(1, u + 0.04), look.brows, form);
  const along = Math.atan2(next.y - at.y, next.x - at.x);
  const height = between(random, -0.95, 0.75);
  const rise = mix(1.15, -0.05, Math.min(1, u * 1.5)) - 0.35 * height;
  const angle = along + rise;
  const size = between(random, 0.028, 0.05) * mix(0.85, 1, u) * (0.6 + at.half / 0.05);
  const [x, y] = [at.x, at.y + height * at.half];
  const shade = deeper(look.brows.colour, between(random, -0.05, 0.4));
  brush.strokeStyle = withAlpha(shade, between(random, 0.5, 0.9));
  brush.lineWidth = between(random, 0.0035, 0.0062);
  brush.lineCap = 'round';
  brush.beginPath();
  brush.moveTo(x, y);
  brush.quadraticCurveTo(
    x + Math.cos(angle) * size * 0.55,
    y + Math.sin(angle) * size * 0.55,
    x + Math.cos(angle - 0.45 * rise) * size,
    y + Math.sin(angle - 0.45 * rise) * size,
  );
  brush.stroke();
}
