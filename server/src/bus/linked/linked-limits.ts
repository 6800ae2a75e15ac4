import type { RateLimits, RateRule } from '../bus.ts';
import type { Link } from './link.ts';

export type LinkedLimitsDeps = {
  readonly link: Pick<Link, 'isUp' | 'limitStep'>;
  /** Decides while the link is away: then each process limits for itself. */
  readonly fallback: RateLimits;
  /** For tests with their own time. */
  readonly nowMs?: (() => number) | undefined;
};

/** Rate limits that all processes share: one round trip for each step. */
export function createLinkedLimits({ link, fallback, nowMs }: LinkedLimitsDeps): RateLimits {
  const step = async (bucket: string, { burst, rate }: RateRule, take: boolean): Promise<boolean> => {
    const decideHere = () =>
      take ? fallback.take(bucket, { burst, rate }) : fallback.has(bucket, { burst, rate });
    if (!link.isUp) return await decideHere();
    try {
      return await link.limitStep(bucket, { burst, rate, take, nowMs: nowMs?.() ?? null });
    } catch {
      return await decideHere();
    }
  };
  return {
    take: (bucket, rule) => step(bucket, rule, true),
    has: (bucket, rule) => step(bucket, rule, false),
  };
}
