/**
 * Rejects if the work takes longer, or if the signal is aborted first. The work itself goes on. An answer that arrived
 * while this process was busy still counts: it is read before the timeout takes effect.
 */
export async function withinMs<T>(work: Promise<T>, limitMs: number, signal?: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = () => reject(new Error(`no answer within ${limitMs} ms`));
  const timer = setTimeout(() => setImmediate(late), limitMs);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
