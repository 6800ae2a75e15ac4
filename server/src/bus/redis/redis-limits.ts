import type { RateLimits, RateRule } from '../bus.ts';
import type { RedisLink } from './redis-link.ts';

export type RedisLimitsDeps = {
  readonly link: Pick<RedisLink, 'isUp' | 'limitStep'>;
  /** Decides while Redis is away: then each process limits for itself. */
  readonly fallback: RateLimits;
  /** For tests with their own time. */
  readonly nowMs?: () => number;
};

const prefix = 'parley:limit:';

/** Rate limits that all processes share: one script call on one key. */
export function createRedisLimits({ link, fallback, nowMs }: RedisLimitsDeps): RateLimits {
  const step = async (bucket: string, { burst, rate }: RateRule, take: boolean): Promise<boolean> => {
    const decideHere = () =>
      take ? fallback.take(bucket, { burst, rate }) : fallback.has(bucket, { burst, rate });
    if (!link.isUp) return await decideHere();
    try {
      return await link.limitStep(prefix + bucket, { burst, rate, take, nowMs: nowMs?.() ?? null });
    } catch {
      return await decideHere();
    }
  };
  return {
    take: (bucket, rule) => step(bucket, rule, true),
    has: (bucket, rule) => step(bucket, rule, false),
  };
}
