/** The part of the face, seen from the front, that the painting covers. */
export const PAINT_AREA = { left: -0.8, right: 0.8, bottom: -1.12, top: 0.96 } as const;

export const paintU = (x: number): number => (x - PAINT_AREA.left) / (PAINT_AREA.right - PAINT_AREA.left);
export const paintV = (y: number): number => (y - PAINT_AREA.bottom) / (PAINT_AREA.top - PAINT_AREA.bottom);
