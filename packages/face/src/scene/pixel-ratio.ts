import { clamp } from '../maths/smooth.ts';

/** With more pixels an integrated GPU drops below 60 frames a second, and the difference is hardly visible. */
const maxPixelRatio = 2;
const minPixelRatio = 0.75;
const steps = [maxPixelRatio, 1.5, 1.25, 1, minPixelRatio];
/** One measurement takes this many frames, or this long if frames are slow. */
const window = 45;
const windowMs = 2000;
const minFrames = 3;
/** The first frames compile shaders and upload images, so they are not measured. */
const warmUp = 3;
/** If frames take longer than this on average, the resolution is lowered. */
const slowMs = 23;
/** A longer gap means that the machine slept, not that a frame was slow. */
const sleepMs = 5000;

/** Starts with the screen's ratio, up to the limit, and lowers it when frames are too slow. It never raises it again. */
export function pixelRatioChooser(ofScreen: number, minFps = 0) {
  let ratio = clamp(ofScreen, minPixelRatio, maxPixelRatio);
  let slowWindows = 0;
  let beginMs = 0;
  let lastMs = 0;
  let count = -warmUp;

  const endWindow = (mean: number): boolean => {
    slowWindows = ratio <= minPixelRatio && 1000 / mean < minFps ? slowWindows + 1 : 0;
    const lower = steps.filter((step) => step < ratio);
    // Far too slow: with one step at a time the visitor would have to wait.
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
    /** How many windows in a row were below the minimum rate at the lowest resolution. */
    get slowWindows() {
      return slowWindows;
    },
    /** Called for every frame. Returns true when the ratio has changed. */
    frame: (nowMs: number): boolean => {
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
    /** Called after drawing was paused, so that the pause is not measured. */
    restart: (): void => {
      count = -warmUp;
    },
  };
}
