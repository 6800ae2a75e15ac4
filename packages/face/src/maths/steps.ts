/** Work that can pause wherever it yields. */
export type Steps<T> = Generator<void, T>;

/** Does all of it at once. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The page works at most this long before it can react to its visitor again. */
const taskMs = 10;

/** The same in several short tasks. The page can react to its visitor between them. */
export async function finishedInTasks<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const endMs = performance.now() + taskMs;
    while (performance.now() < endMs) {
      const step = steps.next();
      if (step.done) return step.value;
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}
