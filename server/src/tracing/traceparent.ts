export type RemoteSpan = { readonly traceId: string; readonly spanId: string; readonly sampled: boolean };

const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const none = /^0+$/;

/** Parses a `traceparent` header by the W3C's rules. Null if it is not valid: then it is ignored. */
export function parseTraceparent(text: string): RemoteSpan | null {
  const [, version = '', traceId = '', spanId = '', flags = '', more] = pattern.exec(text.trim()) ?? [];
  if (version === '' || version === 'ff' || none.test(traceId) || none.test(spanId)) return null;
  // Later versions may append fields; this one may not.
  if (version === '00' && more !== undefined) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function formatTraceparent({ traceId, spanId, sampled }: RemoteSpan): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}
