import type { TimedViseme } from '../voice.ts';
import type { WeighedViseme } from './ipa.ts';

/** Gives each shape its share of a stretch of time. */
export function spread(shapes: readonly WeighedViseme[], startMs: number, endMs: number): TimedViseme[] {
  const total = shapes.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0 || endMs <= startMs) return [];
  const timed: TimedViseme[] = [];
  let passed = 0;
  for (const { viseme, weight } of shapes) {
    const from = startMs + ((endMs - startMs) * passed) / total;
    passed += weight;
    const to = startMs + ((endMs - startMs) * passed) / total;
    addViseme(timed, { viseme, startMs: from, durationMs: to - from });
  }
  return timed;
}

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
