/** Aborts at the first Ctrl-C. The second one ends the program as usual. */
export function stopOnInterrupt(onStop: () => void): Disposable & { readonly signal: AbortSignal } {
  const stop = new AbortController();
  const interrupted = () => {
    onStop();
    stop.abort();
  };
  process.once('SIGINT', interrupted);
  return { signal: stop.signal, [Symbol.dispose]: () => void process.off('SIGINT', interrupted) };
}
