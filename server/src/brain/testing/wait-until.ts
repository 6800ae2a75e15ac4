import { setImmediate } from 'node:timers/promises';

/** Lets the event loop turn until it is so; the test's own time limit ends a wait for something that never comes. */
export async function waitUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setImmediate();
}
