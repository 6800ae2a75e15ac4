import { between, type Random } from '../maths/random.ts';
import { ramp } from '../maths/smooth.ts';

const shutMs = 55;
const heldMs = 45;
const openMs = 95;

/** Lids fall faster than they rise. */
function blinkShape(sinceMs: number): number {
  if (sinceMs < 0) return 0;
  if (sinceMs < shutMs) return ramp(0, shutMs, sinceMs);
  return ramp(shutMs + heldMs + openMs, shutMs + heldMs, sinceMs);
}

/** Blinks every few seconds, sometimes twice. A `pace` above 1 blinks more often. */
export function createBlinks(random: Random, pace: () => number) {
  let begunMs = Number.NEGATIVE_INFINITY;
  let nextMs: number | undefined;
  const pause = (): number => between(random, 1800, 6200) / pace();
  return {
    /** How far the lids are closed, 0 to 1. Times must not go backwards. */
    at: (nowMs: number): number => {
      nextMs ??= nowMs + pause();
      if (nowMs >= nextMs) {
        begunMs = nowMs;
        nextMs = nowMs + (random() < 0.14 ? 320 : pause());
      }
      return blinkShape(nowMs - begunMs);
    },
    /** Blinks now, as people do when they look away. */
    blink: (nowMs: number): void => {
      if (nowMs - begunMs > shutMs + heldMs + openMs) begunMs = nowMs;
    },
  };
}
