/** The part of the face, seen from the front, that the painting covers. */
export const paintArea = { left: -0.8, right: 0.8, bottom: -1.12, top: 0.96 } as const;

export const paintU = (x: number): number => (x - paintArea.left) / (paintArea.right - paintArea.left);
export const paintV = (y: number): number => (y - paintArea.bottom) / (paintArea.top - paintArea.bottom);

/** The canvas context for painting, on screen or off screen. */
export type Brush = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Switches the brush to head units, with y upwards. */
export function useHeadUnits(brush: Brush, width: number, height: number): void {
  const { left, right, bottom, top } = paintArea;
  const [sx, sy] = [width / (right - left), height / (top - bottom)];
  brush.setTransform(sx, 0, 0, -sy, -left * sx, top * sy);
}

/** A soft round spot. `flat` stretches it sideways. */
export function spot(
  brush: Brush,
  x: number,
  y: number,
  size: number,
  colours: [string, string],
  flat = 1,
): void {
  brush.save();
  brush.translate(x, y);
  brush.scale(flat, 1);
  const glow = brush.createRadialGradient(0, 0, 0, 0, 0, size);
  glow.addColorStop(0, colours[0]);
  glow.addColorStop(1, colours[1]);
  brush.fillStyle = glow;
  brush.fillRect(-size, -size, 2 * size, 2 * size);
  brush.restore();
}

export type Point = readonly [x: number, y: number];

export function trace(brush: Brush, points: readonly Point[], closed = false): void {
  brush.beginPath();
  points.forEach(([x, y], i) => {
    if (i === 0) brush.moveTo(x, y);
    else brush.lineTo(x, y);
  });
  if (closed) brush.closePath();
}

export function stroke(brush: Brush, points: readonly Point[], style: string, width: number): void {
  trace(brush, points);
  brush.strokeStyle = style;
  brush.lineWidth = width;
  brush.stroke();
}
