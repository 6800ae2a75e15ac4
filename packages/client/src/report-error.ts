/** Reports an error in a listener as uncaught. If it were thrown directly, the current frame would not be processed. */
export function reportError(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
