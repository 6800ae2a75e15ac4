/**
 * Rejects if the work takes longer. The work itself goes on. An answer that has arrived while this process was busy still
 * counts: it is read before the time is taken for over.
 */
export async function withinMs<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = () => reject(new Error(`no answer within ${limitMs} ms`));
  const timer = setTimeout(() => setImmediate(late), limitMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
