import { describeAll, type OpenResource, openResources } from './open-resources.ts';

export type LeakCheck = {
  /**
   * Waits until everything that was opened since the start is closed. Otherwise throws with a list of what is still
   * open.
   */
  finish(withinMs: number): Promise<void>;
};

const lookEveryMs = 20;

/** Remembers what is open now. */
export function startLeakCheck(): LeakCheck {
  const before = new Set(openResources().map(({ key }) => key));
  const opened = (): OpenResource[] =>
    openResources().filter((resource) => !before.has(resource.key) && !resource.isForeign());
  return {
    async finish(withinMs) {
      const endAt = performance.now() + withinMs;
      while (opened().length > 0 && performance.now() < endAt) await pause();
      const left = opened();
      if (left.length > 0) throw new Error(complaint(left));
    },
  };
}

function complaint(left: readonly OpenResource[]): string {
  return `This test file leaves ${left.length} resources open. Close them, or close what made them:\n  ${describeAll(left)}`;
}

/** Resolves after its own timer is gone, so that the next look does not find it. */
const pause = (): Promise<void> =>
  new Promise((resolve) => setTimeout(() => setImmediate(resolve), lookEveryMs));
