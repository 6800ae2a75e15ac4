/** An error of somebody else's code surfaces as uncaught; thrown in place it would break off the frame in hand. */
export function reportError(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
