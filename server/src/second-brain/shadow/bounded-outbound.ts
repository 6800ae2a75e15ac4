import type { OutboundByAccount, OutboundRequest } from '../../outbound/index.ts';

/** Enough for the longest reply of 64 KiB in JSON. */
const maxResponseBytes = 256 * 1024;
export const maxTotalMs = 30_000;

/** The same client with narrower limits: a shadow gets less time and fewer bytes than a brain that a visitor waits for. */
export function boundedOutbound(outbound: OutboundByAccount): OutboundByAccount {
  const bounded = (request: OutboundRequest): OutboundRequest => ({
    ...request,
    maxResponseBytes: Math.min(maxResponseBytes, request.maxResponseBytes ?? maxResponseBytes),
    totalTimeoutMs: Math.min(maxTotalMs, request.totalTimeoutMs ?? maxTotalMs),
  });
  return {
    forAccount(accountId) {
      const own = outbound.forAccount(accountId);
      return {
        ...own,
        request: (request) => own.request(bounded(request)),
        stream: (request) => own.stream(bounded(request)),
      };
    },
  };
}
