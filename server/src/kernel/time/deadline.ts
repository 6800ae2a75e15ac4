/** Aborts after a time, unless it is disposed of before. `AbortSignal.timeout` would keep its timer until it fires. */
export function startDeadline(limitMs: number): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new DOMException('The time is over.', 'TimeoutError')),
    limitMs,
  );
  return { signal: controller.signal, [Symbol.dispose]: () => clearTimeout(timer) };
}
