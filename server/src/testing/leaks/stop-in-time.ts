import { stateDeadlineMs } from '../deadlines.ts';
import { describeAll, nodeResources } from './open-resources.ts';

/** Waits for the end of a stop. A stop that hangs fails with a list of what is open, not with the test's time limit. */
export async function stopInTime(
  what: string,
  stopping: PromiseLike<void>,
  withinMs: number = stateDeadlineMs,
): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(complaint(what, withinMs))), withinMs);
  try {
    await Promise.race([stopping, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function complaint(what: string, withinMs: number): string {
  const open = nodeResources().filter((resource) => !resource.isForeign());
  return `${what} did not stop within ${withinMs / 1000} s. Open at that time:\n  ${describeAll(open)}`;
}
