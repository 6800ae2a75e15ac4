import type { Contender } from '../load/alternate.ts';
import type { Scene } from './scene.ts';

const lookEveryMs = 20;

/** A slice ends when its last turn is stored, so that the writes count and do not slow the relay's slice. */
export function recordedSlice(
  scene: Pick<Scene, 'ours' | 'countRecorded'>,
  inFlight: number,
  signal: AbortSignal,
): Contender['slice'] {
  return async (durationMs) => {
    const recorded = await scene.countRecorded();
    const begin = performance.now();
    const { requests } = await scene.ours.atFullSpeed(inFlight, durationMs);
    while ((await recorded()) < requests) {
      signal.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
    return { requests, elapsedMs: performance.now() - begin };
  };
}
