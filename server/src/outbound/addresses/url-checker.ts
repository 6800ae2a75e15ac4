import { OutboundError } from '../outbound-error.ts';
import type { AddressPolicy } from './address-policy.ts';
import { portOf } from './host-name.ts';

export interface CheckedUrl {
  readonly origin: string;
  /** Host and port, for messages. */
  readonly peer: string;
  /** With the query. */
  readonly path: string;
}

const validMs = 1_000;
const maxKept = 10_000;

/**
 * Checks each URL before anything is sent to it. A URL that passed is not parsed again for a second, because a busy
 * webhook sends many requests to the same one. Each new connection checks the address that it really reaches.
 */
export function createUrlChecker(
  policy: AddressPolicy,
  allowHttp: boolean,
): (url: string | URL) => CheckedUrl {
  const passed = new Map<string, CheckedUrl & { readonly untilMs: number }>();

  return (url) => {
    const text = typeof url === 'string' ? url : url.href;
    const known = passed.get(text);
    const nowMs = performance.now();
    if (known !== undefined && nowMs < known.untilMs) return known;
    const check = policy.checkUrl(url, { allowHttp });
    if (!check.ok) throw new OutboundError('address', check.message);
    const { origin, hostname, pathname, search } = check.url;
    const peer = `${hostname}:${portOf(check.url)}`;
    const checked = { origin, peer, path: pathname + search, untilMs: nowMs + validMs };
    if (passed.size >= maxKept) passed.clear();
    passed.set(text, checked);
    return checked;
  };
}
