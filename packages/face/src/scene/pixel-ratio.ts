/** More pixels than this cost an integrated GPU its 60 frames a second and are hardly seen. */
export const maxPixelRatio = 2;
const steps = [2, 1.5, 1.25, 1, 0.75] as const;
const minPixelRatio = 0.75;
/** One measurement takes so many frames, or so long where they come slowly. */
const window = 45;
const windowMs = 2000;
const minFrames = 3;
/** The first frames compile shaders and upload pictures; they say nothing about the others. */
const warmUp = 3;
/** Slower than this, on average, and the picture gets coarser. */
const slowMs = 23;
/** A gap longer than this is a machine that slept, not a slow frame. */
const sleepMs = 5000;

export interface PixelRatioChooser {
  readonly ratio: number;
  /** Frames a second over the last window; undefined until one has passed. */
  readonly fps: number | undefined;
  /** How many windows in a row were below the least rate although the picture was as coarse as it gets. */
  readonly slowWindows: number;
  /** Told of every frame; true when the ratio has changed. */
  frame(nowMs: number): boolean;
  /** After a pause of the drawing, whose length says nothing. */
  restart(): void;
}

/** Begins at what the screen has, up to the limit, and goes down where frames come too slowly. It never goes up again. */
export function pixelRatioChooser(ofScreen: number, minFps = 0): PixelRatioChooser {
  let ratio = Math.min(maxPixelRatio, Math.max(minPixelRatio, ofScreen));
  let fps: number | undefined;
  let slowWindows = 0;
  let beginMs = 0;
  let lastMs = 0;
  let count = -warmUp;

  const endWindow = (mean: number): boolean => {
    fps = 1000 / mean;
    slowWindows = ratio <= minPixelRatio && fps < minFps ? slowWindows + 1 : 0;
    const lower = steps.filter((step) => step < ratio);
    // Far too slow: one step at a time would let the visitor wait.
    const next = mean > 2 * slowMs ? lower.at(-1) : lower[0];
    count = 0;
    if (mean < slowMs || next === undefined) return false;
    ratio = next;
    count = -1;
    return true;
  };

  return {
    get ratio() {
      return ratio;
    },
    get fps() {
      return fps;
    },
    get slowWindows() {
      return slowWindows;
    },
    frame: (nowMs) => {
      if (nowMs - lastMs > sleepMs) count = Math.min(count, 0);
      lastMs = nowMs;
      if (count <= 0) {
        beginMs = nowMs;
        count++;
        return false;
      }
      const tookMs = nowMs - beginMs;
      const isOver = count >= window || (tookMs >= windowMs && count >= minFrames);
      if (!isOver) {
        count++;
        return false;
      }
      const changed = endWindow(tookMs / count);
      beginMs = nowMs;
      return changed;
    },
    restart: () => {
      count = -warmUp;
    },
  };
}
