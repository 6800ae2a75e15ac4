type Limits = {
  /** Ends the wait with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Makes the error for work that takes too long. */
  late?(): Error;
};

/**
 * Rejects if the work takes longer, or if the signal is aborted first. The work itself goes on. An answer that arrived
 * while this process was busy still counts: it is read before the timeout takes effect.
 */
export async function withinMs<T>(work: Promise<T>, limitMs: number, limits: Limits = {}): Promise<T> {
  const { signal, late = () => new Error(`no answer within ${limitMs} ms`) } = limits;
  const { promise, reject } = Promise.withResolvers<never>();
  let lastTurn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    lastTurn = setImmediate(() => reject(late()));
  }, limitMs);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    clearImmediate(lastTurn);
    signal?.removeEventListener('abort', abort);
  }
}

/** Waits until the work has settled, but no longer than the limit, so that nothing keeps the service from stopping. */
export async function settleWithin(work: Promise<unknown> | null, limitMs: number): Promise<void> {
  if (work !== null) await withinMs(work, limitMs).catch(() => {});
}
