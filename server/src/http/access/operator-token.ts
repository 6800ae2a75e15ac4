import { createHash, timingSafeEqual } from 'node:crypto';
import type { RateLimits } from '../../bus/index.ts';
import { Refusal } from '../../kernel/index.ts';
import { sourceBucket } from './source-address.ts';

/** Whether a token is the operator's. Throws after too many wrong tokens from the same source. */
export type OperatorTokenCheck = (given: string, address: string) => Promise<boolean>;

const wrongRule = { burst: 20, rate: 0.2 };
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Wrong tokens are limited for each source. While a source is over its limit, none of its tokens is checked. Otherwise
 * guessing could continue.
 */
export function createOperatorTokenCheck(token: string, limits: RateLimits): OperatorTokenCheck {
  const wanted = digest(token);
  return async (given, address) => {
    const bucket = `wrong-operator-token:${sourceBucket(address)}`;
    if (!(await limits.has(bucket, wrongRule)))
      throw new Refusal('too_many_requests', 'Too many wrong tokens. Wait a few minutes, then try again.');
    if (timingSafeEqual(digest(given), wanted)) return true;
    await limits.take(bucket, wrongRule);
    return false;
  };
}
