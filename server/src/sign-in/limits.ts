import type { RateLimits } from '../bus/index.ts';
import { Refusal } from '../kernel/index.ts';
import { hashOfToken } from './one-time-links.ts';

const bySource = { burst: 30, rate: 0.2 };
const byNameAndSource = { burst: 10, rate: 1 / 60 };
/** For all sources together from which the person has never signed in. */
const byNameAndStrangers = { burst: 100, rate: 1 / 10 };
const mailsBySource = { burst: 10, rate: 1 / 60 };
const mailsByName = { burst: 3, rate: 1 / 300 };

export type SignInLimits = ReturnType<typeof createSignInLimits>;

/**
 * Limits how often a sign-in may be tried. Sources are buckets: an address, or the /64 network of an IPv6 address.
 * Tries are counted for each name and source, so that an attacker elsewhere does not lock the name's owner out.
 */
export function createSignInLimits(limits: RateLimits) {
  const take = async (bucket: string, rule: { burst: number; rate: number }): Promise<void> => {
    if (await limits.take(bucket, rule)) return;
    throw new Refusal('too_many_requests', 'Too many attempts. Wait a few minutes, then try again.');
  };
  // A name may be as long as a body. Its hash keeps the bucket's name short.
  const short = (name: string): string => hashOfToken(name.trim().toLowerCase()).toString('base64url');
  return {
    async attempt(source: string, name: string): Promise<void> {
      await take(`sign-in:source:${source}`, bySource);
      await take(`sign-in:name-and-source:${short(name)}:${source}`, byNameAndSource);
    },
    /**
     * Limits many sources that try one name. It does not apply to sources from which the person has signed in before.
     */
    attemptByStranger: (name: string): Promise<void> =>
      take(`sign-in:strangers:${short(name)}`, byNameAndStrangers),
    attemptFrom: (source: string): Promise<void> => take(`sign-in:source:${source}`, bySource),
    async mail(source: string, name: string): Promise<void> {
      await take(`sign-in:mail-source:${source}`, mailsBySource);
      await take(`sign-in:mail-name:${short(name)}`, mailsByName);
    },
  };
}
