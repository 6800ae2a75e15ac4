import type { Log } from '../../kernel/index.ts';
import type { RateLimits, RateRule } from '../bus.ts';
import type { Link } from './link.ts';

export type LinkedLimitsDeps = {
  readonly link: Pick<Link, 'isUp' | 'limitStep'>;
  /** Decides while the link is down: then each process limits for itself. */
  readonly fallback: RateLimits;
  readonly log: Log;
};

/** Rate limits that all processes share: one round trip for each step. */
export function createLinkedLimits({ link, fallback, log }: LinkedLimitsDeps) {
  let shared = true;
  const note = (isShared: boolean, error?: unknown): void => {
    if (shared === isShared) return;
    shared = isShared;
    if (isShared) log.info('limits count for the whole service again');
    else log.warn({ err: error }, 'could not count the common limits, so limits count per process');
  };
  const step = async (bucket: string, rule: RateRule, take: boolean): Promise<boolean> => {
    const decideHere = () => (take ? fallback.take(bucket, rule) : fallback.has(bucket, rule));
    if (!link.isUp) return await decideHere();
    try {
      const isAllowed = await link.limitStep(bucket, { ...rule, take });
      // A check writes nothing, so it succeeds even if counting fails.
      if (take) note(true);
      return isAllowed;
    } catch (error) {
      if (link.isUp) note(false, error);
      return await decideHere();
    }
  };
  return {
    /** False if the last step failed although the link is up. */
    areShared: (): boolean => shared,
    take: (bucket: string, rule: RateRule) => step(bucket, rule, true),
    has: (bucket: string, rule: RateRule) => step(bucket, rule, false),
  };
}
