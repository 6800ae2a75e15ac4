/** More pixels than this cost an integrated GPU its 60 frames a second and are hardly seen. */
export const MOST_PIXEL_RATIO = 2;
const steps = [2, 1.5, 1.25, 1, 0.75] as const;
const WINDOW = 45;
/** Slower than this, on average, and the picture gets coarser. */
const SLOW_MS = 23;
/** A gap longer than this is a pause of the page, not a slow frame. */
const PAUSE_MS = 500;

export interface PixelRatioChooser {
  readonly ratio: number;
  /** Frames a second over the last window; undefined until one has passed. */
  readonly fps: number | undefined;
  /** Told of every frame; true when the ratio has changed. */
  frame(nowMs: number): boolean;
}

/** Begins at what the screen has, up to the limit, and goes down where frames come too slowly. It never goes up again. */
export function pixelRatioChooser(ofScreen: number): PixelRatioChooser {
  let ratio = Math.min(MOST_PIXEL_RATIO, Math.max(steps.at(-1) ?? 0.75, ofScreen));
  let fps: number | undefined;
  let beginMs: number | undefined;
  let lastMs = 0;
  let count = 0;
  return {
    get ratio() {
      return ratio;
    },
    get fps() {
      return fps;
    },
    frame: (nowMs) => {
      if (beginMs === undefined || nowMs - lastMs > PAUSE_MS) {
        beginMs = nowMs;
        count = 0;
      } else count++;
      lastMs = nowMs;
      if (count < WINDOW) return false;
      const mean = (nowMs - beginMs) / count;
      fps = 1000 / mean;
      beginMs = nowMs;
      count = 0;
      const lower = steps.find((step) => step < ratio);
      if (mean < SLOW_MS || lower === undefined) return false;
      ratio = lower;
      return true;
    },
  };
}
