import type { TimedViseme } from '../voice.ts';

/** Adds a shape behind the others; one that goes on lengthens the last. */
export function addViseme(visemes: TimedViseme[], next: TimedViseme): void {
  const last = visemes.at(-1);
  if (last !== undefined && last.viseme === next.viseme) {
    visemes[visemes.length - 1] = { ...last, durationMs: next.startMs + next.durationMs - last.startMs };
  } else if (next.durationMs > 0) {
    visemes.push(next);
  }
}

/** Milliseconds as they travel: a tenth is finer than any ear or screen. */
export const roundMs = (ms: number): number => Math.round(ms * 10) / 10;
