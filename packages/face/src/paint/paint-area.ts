/** The part of the face, seen from the front, that the painting covers. */
export const paintArea = { left: -0.8, right: 0.8, bottom: -1.12, top: 0.96 } as const;

export const paintU = (x: number): number => (x - paintArea.left) / (paintArea.right - paintArea.left);
export const paintV = (y: number): number => (y - paintArea.bottom) / (paintArea.top - paintArea.bottom);
