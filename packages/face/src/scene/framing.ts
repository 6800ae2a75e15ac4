const fieldOfView = 23;
/** What must be visible: head and hair at full width, from the chest to above the hair. */
const minHeight = 3.5;
const minWidth = 2.25;
const bottomEdge = -1.98;
/** The clothes end here; the picture must not reach further down. */
const lowest = -3;

/** The camera position and the visible part of the person. */
export function framingFor(aspect: number) {
  const height = Math.max(minHeight, minWidth / aspect);
  const distance = height / 2 / Math.tan((fieldOfView * Math.PI) / 360);
  const extra = height - minHeight;
  const bottom = Math.max(lowest, bottomEdge - 0.5 * extra);
  return { fieldOfView, distance, centreY: bottom + height / 2 };
}
