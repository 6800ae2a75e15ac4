import type { Log } from '../../kernel/index.ts';
import type { RateLimits, RateRule } from '../bus.ts';
import type { Link } from './link.ts';

export type LinkedLimitsDeps = {
  readonly link: Pick<Link, 'isUp' | 'limitStep'>;
  /** Decides while the link is down: then each process limits for itself. */
  readonly fallback: RateLimits;
  readonly log: Log;
  /** For tests with their own time. */
  readonly nowMs?: (() => number) | undefined;
};

export type LinkedLimits = RateLimits & {
  /** False if the last step failed although the link is up. */
  areShared(): boolean;
};

/** Rate limits that all processes share: one round trip for each step. */
export function createLinkedLimits({ link, fallback, log, nowMs }: LinkedLimitsDeps): LinkedLimits {
  let shared = true;
  const note = (isShared: boolean, error?: unknown): void => {
    if (shared === isShared) return;
    shared = isShared;
    if (isShared) log.info('limits count for the whole service again');
    else log.warn({ err: error }, 'could not count the common limits, so limits count per process');
  };
  const step = async (bucket: string, { burst, rate }: RateRule, take: boolean): Promise<boolean> => {
    const decideHere = () =>
      take ? fallback.take(bucket, { burst, rate }) : fallback.has(bucket, { burst, rate });
    if (!link.isUp) return await decideHere();
    try {
      const isAllowed = await link.limitStep(bucket, { burst, rate, take, nowMs: nowMs?.() ?? null });
      // A check writes nothing, so it succeeds even if counting fails.
      if (take) note(true);
      return isAllowed;
    } catch (error) {
      if (link.isUp) note(false, error);
      return await decideHere();
    }
  };
  return {
    areShared: () => shared,
    take: (bucket, rule) => step(bucket, rule, true),
    has: (bucket, rule) => step(bucket, rule, false),
  };
}
