import type { Permission } from '@parley/protocol';
import type { RateRule } from '../bus/index.ts';

export type KeyRecord = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly last4: string;
  readonly permissions: readonly Permission[];
  /** Null is every avatar of the account. */
  readonly avatarIds: readonly number[] | null;
  /** Null is every origin, and none. */
  readonly origins: readonly string[] | null;
  readonly burst: number | null;
  readonly rate: number | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
  readonly revokedAt: Date | null;
};

export const defaultKeyRule: RateRule = { burst: 100, rate: 50 };

export const ruleOf = (key: KeyRecord): RateRule =>
  key.burst === null && key.rate === null
    ? defaultKeyRule
    : { burst: key.burst ?? defaultKeyRule.burst, rate: key.rate ?? defaultKeyRule.rate };

/**
 * The bucket that a key's requests are counted in. A new rule starts with a full one: counted on in the old one, a
 * raised limit would go on refusing for as long as the slower refill had reached ahead.
 */
export const bucketOf = (key: KeyRecord): string =>
  key.burst === null && key.rate === null ? `key:${key.id}` : `key:${key.id}:${key.burst}:${key.rate}`;
