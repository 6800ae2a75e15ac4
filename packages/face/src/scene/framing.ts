/** How much of the person the picture shows, and from where. */
export interface Framing {
  readonly fieldOfView: number;
  readonly distance: number;
  readonly centreY: number;
}

const FIELD_OF_VIEW = 23;
/** What must be seen: head and hair at full width, from the chest to above the hair. */
const LEAST_HEIGHT = 3.46;
const LEAST_WIDTH = 2.1;
const BOTTOM = -2.05;
/** The clothes end here; the picture must not reach further down. */
const LOWEST = -2.6;

export function framingFor(aspect: number): Framing {
  const height = Math.max(LEAST_HEIGHT, LEAST_WIDTH / aspect);
  const distance = height / 2 / Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
  const extra = height - LEAST_HEIGHT;
  const bottom = Math.max(LOWEST, BOTTOM - 0.45 * extra);
  return { fieldOfView: FIELD_OF_VIEW, distance, centreY: bottom + height / 2 };
}
