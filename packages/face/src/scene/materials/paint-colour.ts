import type { Stage } from '../stage.ts';

/** Paints one CSS colour behind the person. The scene has only opaque colours. Others become the canvas background. */
export function paintColour(stage: Stage, canvas: HTMLCanvasElement, colour: string): void {
  const brush = document.createElement('canvas').getContext('2d');
  if (brush !== null) brush.fillStyle = colour;
  const plain = brush?.fillStyle ?? '';
  const isOpaque = typeof plain === 'string' && plain.startsWith('#');
  stage.paintBackground(isOpaque ? { top: plain, bottom: plain } : undefined);
  canvas.style.background = isOpaque ? '' : colour;
}
