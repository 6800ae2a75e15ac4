import type { Face } from '@parley/face/webgl';

/** Paints any CSS colour behind a 3D face. The scene has no half transparent background, so the canvas has it. */
export function paintBackground(face: Pick<Face, 'canvas' | 'setBackground'>, colour: string): void {
  const { style } = face.canvas;
  style.background = '';
  if (colour === 'default' || colour === 'transparent') return face.setBackground(colour);
  if (!CSS.supports('color', colour)) return;
  const opaque = hexOf(colour);
  if (opaque !== null) return face.setBackground(opaque);
  face.setBackground('transparent');
  style.background = colour;
}

/** `#rrggbb`, or null if light comes through the colour. */
function hexOf(colour: string): string | null {
  const brush = document.createElement('canvas').getContext('2d');
  if (brush === null) return null;
  brush.fillStyle = colour;
  const { fillStyle } = brush;
  return fillStyle.startsWith('#') ? fillStyle : null;
}
