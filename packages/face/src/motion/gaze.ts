import type { LookTarget } from '@parley/protocol';
import { between, type Random } from '../maths/random.ts';
import { smoothedValue } from './smoothed-value.ts';

export interface Direction {
  readonly x: number;
  readonly y: number;
}

/** The direction of the eyes for each target. The avatar's left is the viewer's right. */
export const lookDirections: Readonly<Record<LookTarget, Direction>> = {
  user: { x: 0, y: 0 },
  left: { x: 0.42, y: 0 },
  right: { x: -0.42, y: 0 },
  up: { x: 0, y: 0.26 },
  down: { x: 0, y: -0.3 },
  away: { x: -0.34, y: 0.14 },
};

/**
 * The direction of the eyes. Eyes never rest: they make small jumps and hold still in between. `restless` is the size of
 * the jumps, 0 (none) to 1. `onJump` is called for large jumps.
 */
export function createGaze(random: Random, onJump: (nowMs: number) => void) {
  const [x, y] = [smoothedValue(), smoothedValue()];
  let nextMs: number | undefined;
  let lastMs: number | undefined;
  let offset: Direction = { x: 0, y: 0 };
  let goalBefore: Direction = { x: 0, y: 0 };
  return (nowMs: number, goal: Direction, restless: number): Direction => {
    nextMs ??= nowMs + between(random, 500, 1500);
    if (nowMs >= nextMs) {
      offset = { x: between(random, -0.06, 0.06) * restless, y: between(random, -0.035, 0.035) * restless };
      nextMs = nowMs + between(random, 500, 2300);
    }
    if (Math.hypot(goal.x - goalBefore.x, goal.y - goalBefore.y) > 0.15) {
      onJump(nowMs);
      goalBefore = goal;
    }
    const deltaMs = nowMs - (lastMs ?? nowMs);
    lastMs = nowMs;
    return {
      x: x(goal.x + offset.x * restless, deltaMs, 28),
      y: y(goal.y + offset.y * restless, deltaMs, 28),
    };
  };
}
