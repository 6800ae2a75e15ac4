import type { RateLimits, RateRule } from '../../bus/index.ts';
import { sourceBucket } from './source-address.ts';

/** Look-ups that find nothing. A customer's server sends the same key again and again, and it is found. */
const missRule: RateRule = { burst: 200, rate: 10 };
const maxAtOnce = 200;

/** `name` says what is looked up. The same look-up of a source runs once at a time. */
export type LimitedLookUp<T> = (
  address: string,
  name: string,
  lookUp: () => Promise<T>,
) => Promise<T | 'too-many'>;

/**
 * Limits for each source how many anonymous look-ups may find nothing. Look-ups that find something cost nothing. A
 * source that is over its limit may look up nothing, because otherwise guessing could continue.
 */
export function createLimitedLookUp<T>(deps: {
  readonly limits: RateLimits;
  readonly kind: string;
  isMiss(found: T): boolean;
}): LimitedLookUp<T> {
  const { limits, kind, isMiss } = deps;
  const underWay = new Map<string, Map<string, Promise<T | 'too-many'>>>();

  const limited = async (bucket: string, lookUp: () => Promise<T>): Promise<T | 'too-many'> => {
    if (!(await limits.has(bucket, missRule))) return 'too-many';
    const found = await lookUp();
    if (isMiss(found)) await limits.take(bucket, missRule);
    return found;
  };

  return async (address, name, lookUp) => {
    const source = sourceBucket(address);
    const own = underWay.get(source) ?? new Map<string, Promise<T | 'too-many'>>();
    const running = own.get(name);
    if (running !== undefined) return await running;
    // A miss is counted only when it is known, so many at once have to be limited as well.
    if (own.size >= maxAtOnce) return 'too-many';
    const started = limited(`${kind}:${source}`, lookUp).finally(() => {
      own.delete(name);
      if (own.size === 0) underWay.delete(source);
    });
    underWay.set(source, own.set(name, started));
    return await started;
  };
}
