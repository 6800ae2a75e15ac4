/** The parts of a `traceparent` header that the service has sent; null if it is none. */
export function remoteSpan(text: string): { traceId: string; spanId: string; sampled: boolean } | null {
  const [, traceId, spanId, sampled] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-0([01])$/.exec(text) ?? [];
  return traceId === undefined || spanId === undefined ? null : { traceId, spanId, sampled: sampled === '1' };
}
