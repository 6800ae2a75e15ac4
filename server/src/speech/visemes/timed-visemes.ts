import type { TimedViseme } from '../voice.ts';

/** Appends a viseme. If it equals the last one, the last one becomes longer. */
export function addViseme(visemes: TimedViseme[], next: TimedViseme): void {
  const last = visemes.at(-1);
  if (last !== undefined && last.viseme === next.viseme) {
    visemes[visemes.length - 1] = { ...last, durationMs: next.startMs + next.durationMs - last.startMs };
  } else if (next.durationMs > 0) {
    visemes.push(next);
  }
}

/** Rounds to a tenth of a millisecond, which is finer than people can notice. */
export const roundMs = (ms: number): number => Math.round(ms * 10) / 10;
