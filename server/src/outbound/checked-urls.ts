import type { AddressPolicy } from './address-policy.ts';
import { OutboundError } from './outbound-error.ts';

export interface CheckedUrl {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
}

const HoldsMs = 1_000;
const Kept = 10_000;

/**
 * Judges addresses before anything is sent to them. A verdict holds for a second, so that a busy address is not taken
 * apart for each request; where a connection really leads is judged whenever one is opened.
 */
export function createUrlChecks(
  policy: AddressPolicy,
  allowHttp: boolean,
): (url: string | URL) => CheckedUrl {
  const passed = new Map<string, CheckedUrl & { readonly untilMs: number }>();

  return (given) => {
    const text = typeof given === 'string' ? given : given.href;
    const known = passed.get(text);
    const nowMs = performance.now();
    if (known !== undefined && nowMs < known.untilMs) return known;
    const verdict = policy.checkUrl(given, { allowHttp });
    if (!verdict.ok) throw new OutboundError('address', verdict.message);
    const { origin, pathname, search } = verdict.url;
    const checked = { origin, path: pathname + search, untilMs: nowMs + HoldsMs };
    if (passed.size >= Kept) passed.clear();
    passed.set(text, checked);
    return checked;
  };
}
