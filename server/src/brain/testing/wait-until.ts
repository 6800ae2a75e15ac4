import { setImmediate } from 'node:timers/promises';

/** Waits until the condition is true. The test's own timeout ends a wait that would never end. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await setImmediate();
}
